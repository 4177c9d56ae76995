import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atNight } from '@hawser/test-kit/night'
import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { freePorts, runProcess } from '../processes/runProcess.ts'

// The visitor's view when a part of the stack is down.
let folder: string
let port: number
let parts: ReturnType<typeof runProcess>

async function order(line: string): Promise<void> {
  const done = parts.nextLine(new RegExp(`done: ${line}$`))
  parts.write(line)
  await done
}

async function pressLink(page: Page): Promise<void> {
  await page.goto(`http://localhost:${port}`)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hawser-browser-'))
  port = await freePorts()
  parts = runProcess('test/browser/processes/partsProcess.ts', [String(port), join(folder, 'host.sqlite')])
  await order('start host')
  await order('start wallet')
})

// Each test starts the relay and the registry it needs.
test.afterEach(async () => {
  for (const part of ['relay', 'registry', 'silentRegistry']) await order(`stop ${part}`)
})

test.afterAll(async () => {
  await parts.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('T-65 F-L5 the relay is down at open: an error, never a dead code; Retry works later', async ({ page }) => {
  await order('start registry')
  await page.clock.install()
  await pressLink(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Connecting…').first()).toBeVisible()
  // The promise: the modal offers Retry at most eight seconds after the click.
  await page.clock.fastForward(8_000)
  await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(dialog.getByText('No connection to the relay').first()).toBeVisible()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toHaveCount(0)

  await order('start relay')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(dialog.getByText('Connecting…')).toBeHidden()
})

for (const [name, line] of [
  ['is down', undefined] as const,
  // By day registry.spec.ts covers a registry that hangs.
  ...atNight(['accepts and never answers', 'start silentRegistry'] as const),
]) {
  test(`L3 the registry ${name}: the code is drawn, built-in wallets, toast`, async ({ page }) => {
    await order('start relay')
    if (line !== undefined) await order(line)
    await pressLink(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    for (const wallet of ['MetaMask', 'Trust Wallet']) {
      await expect(dialog.getByRole('button', { name: wallet })).toBeVisible()
    }
    await expect(dialog.getByText(/The list of wallets could not be loaded/).first()).toBeVisible({ timeout: 15_000 })
    await dialog.getByRole('button', { name: /View All/ }).click()
    await expect(dialog.getByRole('button', { name: 'Rainbow' })).toBeVisible()
  })
}

test('draws the code without the chunks that only a wallet’s answer needs', async ({ page }) => {
  await order('start registry')
  await order('start relay')
  const held: string[] = []
  await page.route(
    /(openWalletClient|nobleCurves|linkClient|LaterView|explorer|fetchJson)-[^/]*\.js$/,
    async (route) => {
      held.push(new URL(route.request().url()).pathname)
      await gate
      await route.continue()
    },
  )
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  await pressLink(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect.poll(() => held.some((path) => path.includes('openWalletClient'))).toBe(true)
  // The relay now receives the proposal of the code that was drawn early.
  open()
  await expect(dialog.getByText('Connecting…')).toBeHidden()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
})

test('requests nothing outside the size budget before the code is drawn', async ({ page }) => {
  await order('start registry')
  await order('start relay')
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('dialog [role="img"][aria-label^="QR code"]') === null) return
      performance.mark('code drawn')
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await page.goto(`http://localhost:${port}`)
  // The default: the modal's own chunk has arrived while the page was idle.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('LinkModal')),
  )
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
  const asked = await page.evaluate(() => {
    const [drawn] = performance.getEntriesByName('code drawn')
    return performance
      .getEntriesByType('resource')
      .filter(
        ({ name, startTime }) => /\.(js|css)$/.test(name) && startTime < (drawn?.startTime ?? Number.POSITIVE_INFINITY),
      )
      .map(({ name }) => /([A-Za-z]+)-[^/]*$/.exec(name)?.[1] ?? name)
  })
  console.log(`asked for before the code was drawn: ${asked.join(', ')}`)
  expect(asked).toContain('LinkModal')
  expect(asked.filter((name) => /^(openWalletClient|nobleCurves|WalletOffer|LaterView|explorer)$/.test(name))).toEqual(
    [],
  )
})

test('without its stylesheet the modal stays shut and the button says so; a press tries again', async ({ page }) => {
  await order('start registry')
  await order('start relay')
  let isDown = true
  await page.route(/\/modal-[^/]*\.css$/, (route) => (isDown ? route.fulfill({ status: 503 }) : route.continue()))
  await pressLink(page)
  await expect(page.getByRole('alert')).toHaveText(/could not be loaded/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  isDown = false
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  // The layout width, which does not depend on the progress of the opening animation.
  expect(await dialog.evaluate((element: HTMLElement) => element.offsetWidth)).toBe(360)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
