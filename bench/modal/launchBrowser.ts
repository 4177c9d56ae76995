import { type Browser, chromium } from '@playwright/test'
import { chromiumArgs } from '../../test/browser/playwright.config.ts'

/** Chromium without a window, a graphics card or any host outside this machine. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      ...chromiumArgs,
      // A request to any other name reaches nobody.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
}
