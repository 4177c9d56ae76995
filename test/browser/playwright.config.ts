import { isNight } from '@hawser/test-kit/night'
import { defineConfig } from '@playwright/test'
import { findProgram } from '../../scripts/programs.ts'

/** Debian's Chromium, kept off every network except loopback: its own background requests are switched off. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** By day headless Chromium, where it is installed; by night the browser that visitors have. */
const shell = isNight ? undefined : findProgram('chromium-headless-shell')
export const browserFile = shell ?? findProgram('chromium') ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './pages/buildPages.ts',
  outputDir: '../../test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // On a busy machine a page takes several times as long.
  timeout: isNight ? 540_000 : 180_000,
  expect: { timeout: isNight ? 90_000 : 30_000 },
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1280, height: 800 },
    // Animations are drawn sixty times a second while a test waits. They run by night, and in the tests that check them.
    contextOptions: isNight ? {} : { reducedMotion: 'reduce' },
    launchOptions: { executablePath: browserFile, args: chromiumArgs },
    // The demo wallet's service worker fetches the whole page again in each context. By day only its own tests and those of the
    // policy allow it.
    serviceWorkers: isNight ? 'allow' : 'block',
    trace: 'off',
  },
})
