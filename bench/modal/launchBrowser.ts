import { type Browser, chromium } from '@playwright/test'
import { chromiumArgs } from '../../test/browser/playwright.config.ts'

/** Launches Chromium without a window, a graphics card or access to hosts outside this machine. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      ...chromiumArgs,
      // Requests to any other host name fail.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
}
