import { join } from 'node:path'
import { atNight } from '@hawser/test-kit/night'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { writeFakeCamera } from '../code/fakeCamera.ts'
import { test } from '../fixtures.ts'
import { browserFile, chromiumArgs } from '../playwright.config.ts'
import { approve } from '../processes/approve.ts'
import { root } from '../processes/runProcess.ts'
import { showOwnCode } from '../processes/showOwnCode.ts'
import { startStack } from '../processes/startStack.ts'

// The whole link in Chromium, on the stack that `npm start` boots.
let hostUrl: string
let walletUrl: string

test.describe.configure({ mode: 'parallel' })
test.beforeAll(({ stack }) => {
  hostUrl = stack.hostUrl
  walletUrl = stack.walletUrl
})

/** Collects every host that a page sends requests to, so that a test can assert that none is outside loopback. */
function watchHosts(context: BrowserContext): Set<string> {
  const hosts = new Set<string>()
  const add = (url: string) => {
    const { protocol, host } = new URL(url)
    if (/^(https?|wss?):$/.test(protocol)) hosts.add(host)
  }
  context.on('request', (request) => add(request.url()))
  context.on('page', (page) => page.on('websocket', (socket) => add(socket.url())))
  return hosts
}

/** Collects the Content-Security-Policy violations and exceptions of a context's pages. */
function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) errors.push(message.text())
  })
  return errors
}

async function openModal(page: Page, url = hostUrl): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
}

/** Opens the modal, and the code of the host app's own relay: the code of the first view is for a phone's camera. */
async function openCode(page: Page, url = hostUrl): Promise<void> {
  await openModal(page, url)
  await showOwnCode(page)
}

/** The steps of a visitor without a camera: copy the link, paste it in the wallet. */
async function copyLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).first().click()
  await expect(page.getByText('Link copied')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

const documentedKeys = ['hawser.recentWallet', 'hawser.appSwitch']

/** The keys that we left in the page's storage, except the wallet used last and the kind of link that opened it. */
function secretsIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    (documented) => Object.keys(localStorage).filter((key) => key.startsWith('hawser') && !documented.includes(key)),
    documentedKeys,
  )
}

test('a visitor links a wallet by scanning the code with a camera, and it stays linked', async ({ browser }, info) => {
  const stack = await startStack()
  const { port } = stack
  const hostContext = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const hosts = watchHosts(hostContext)
  const errors = watchErrors(hostContext)
  const hostPage = await hostContext.newPage()
  // Reads the body in the page's own fetch: the DevTools protocol can have dropped it by the time the test asks.
  await hostPage.addInitScript(() => {
    const { fetch } = window
    window.fetch = async (...args) => {
      const response = await fetch(...args)
      if (response.url.endsWith('/link/challenges')) {
        Reflect.set(window, 'challengeText', (await response.clone().json()).message)
      }
      return response
    }
  })
  await hostPage.goto(stack.hostUrl)
  await expect(hostPage.getByRole('button', { name: 'Link a wallet' })).toBeVisible()
  // Before the visitor opens the modal, the page sends requests only to its own server.
  expect([...hosts]).toEqual([`localhost:${port}`])
  await openModal(hostPage, stack.hostUrl)
  const dialog = hostPage.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /View All/ })).toBeVisible()
  // The README's picture, which HAWSER_SCREENSHOTS=1 writes again.
  const pictures = join(root, process.env.HAWSER_SCREENSHOTS === '1' ? 'docs/images' : 'test-results')
  await hostPage.screenshot({ path: join(pictures, 'modal.png'), animations: 'disabled' })
  await showOwnCode(hostPage)

  const film = info.outputPath('camera.y4m')
  await writeFakeCamera(browser, await dialog.screenshot(), film)
  const phone = await chromium.launch({
    executablePath: browserFile,
    args: [
      ...chromiumArgs,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const walletContext = await phone.newContext({ viewport: { width: 390, height: 844 }, permissions: ['camera'] })
    const walletErrors = watchErrors(walletContext)
    const walletHosts = watchHosts(walletContext)
    const walletPage = await walletContext.newPage()
    await walletPage.goto(stack.walletUrl)
    await walletPage.getByRole('button', { name: /Scan/ }).click()
    await expect(walletPage.getByRole('heading', { name: 'Connect to Demo host app?' })).toBeVisible()
    await expect(walletPage.getByText(`localhost:${port}`)).toBeVisible()
    await approve(walletPage)

    // The wallet's screen shows the whole text that the server wrote: site, account, and that nothing is spent.
    const message = await hostPage
      .waitForFunction(() => Reflect.get(window, 'challengeText'))
      .then((text) => text.jsonValue())
    expect(message).toContain(`localhost:${port} wants you to sign in with your Ethereum account:`)
    expect(message).toContain('This costs nothing and moves no funds.')
    const text = walletPage.locator('pre').first()
    await expect(text).toBeVisible()
    expect(await text.textContent()).toBe(message)
    // The page's storage, which other scripts can read, contains no key, neither now nor afterwards.
    expect(await secretsIn(hostPage)).toEqual([])
    await walletPage.getByRole('button', { name: 'Sign', exact: true }).click()

    await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(await secretsIn(hostPage)).toEqual([])
    const row = hostPage.getByRole('listitem').filter({ has: hostPage.getByTitle(/^eip155:1:/) })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Hawser Demo Wallet')
    await expect(row.getByTitle(`eip155:1:${message.split('\n')[1]}`)).toBeVisible()

    await hostPage.reload()
    await expect(row).toHaveCount(1)
    await stack.restart()
    await hostPage.reload()
    await expect(row).toHaveCount(1)
    expect(walletErrors).toEqual([])
    // The wallet's own server, the relay, and the address that the app claims: the wallet asks that address whether it knows
    // the pairing (T-31).
    expect([...walletHosts].sort()).toEqual([0, 1, 2].map((number) => `localhost:${port + number}`))
  } finally {
    await phone.close()
    await stack.stop()
  }
  expect(errors).toEqual([])
  expect([...hosts].every((host) => host.startsWith('localhost:'))).toBe(true)
  await hostContext.close()
})

// By day other tests link by the address.
const ways = ['paste', ...atNight('address')] as const

test(`a visitor links by a link that is given to the wallet: ${ways.join(', ')}`, async ({ context, page }) => {
  const errors = watchErrors(context)
  for (const way of ways) {
    await openCode(page)
    const uri = await copyLink(page)
    const walletPage = await context.newPage()
    if (way === 'paste') {
      await walletPage.goto(walletUrl)
      await walletPage.getByRole('textbox').fill(uri)
      await walletPage.getByRole('button', { name: /Connect|Open/ }).click()
    } else {
      await walletPage.goto(`${walletUrl}/wc?uri=${encodeURIComponent(uri)}`)
      await expect(walletPage.getByRole('button', { name: 'Approve' })).toBeVisible()
      // The link contains a key, so it must not stay in the address bar.
      expect(walletPage.url()).not.toContain('symKey')
    }
    await approve(walletPage)
    await walletPage.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('Wallet linked').first()).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ has: page.getByTitle(/^eip155:1:/) })).toHaveCount(1)
    await walletPage.close()
  }
  expect(errors).toEqual([])
})

test('one-tap: the wallet asks once, with the whole text, and the wallet is linked', async ({ context, page }) => {
  const errors = watchErrors(context)
  await openCode(page, `${hostUrl}/?oneTap`)
  await expect.poll(() => copyLink(page)).toContain('methods=wc_sessionAuthenticate')
  const walletPage = await context.newPage()
  await walletPage.goto(`${walletUrl}/wc?uri=${encodeURIComponent(await copyLink(page))}`)
  await expect(walletPage.getByRole('heading', { name: 'Connect to Demo host app and sign in?' })).toBeVisible()
  const text = await walletPage.locator('pre').first().textContent()
  expect(text).toContain(`${new URL(hostUrl).host} wants you to sign in with your Ethereum account:`)
  expect(text).toContain('This costs nothing and moves no funds. I further authorize the stated URI')
  await walletPage.getByRole('button', { name: 'Connect and sign in' }).click()
  await expect(walletPage.getByRole('heading', { name: 'Connected and signed in' })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Wallet linked').first()).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByTitle(/^eip155:1:/) })
  await expect(row.getByTitle(text?.split('\n')[1] ?? 'no text')).toBeVisible()
  await expect(row).toContainText('Hawser Demo Wallet')
  // T-32: the session served only the proof.
  await walletPage.getByRole('button', { name: 'Done' }).click()
  await expect(walletPage.getByText('Demo host app')).toHaveCount(0)
  expect(await secretsIn(page)).toEqual([])
  expect(errors).toEqual([])
})

for (const [name, size] of [
  ['a phone', { width: 390, height: 844 }] as const,
  // By day every other test covers a desktop.
  ...atNight(['a desktop', { width: 1280, height: 800 }] as const),
]) {
  test(`V4 on ${name} the demo wallet opens in its own tab, and is linked`, async ({ browser }) => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
    const context = await browser.newContext({
      viewport: size,
      ...(size.width < 600 && { userAgent, isMobile: true, hasTouch: true }),
    })
    const errors = watchErrors(context)
    const page = await context.newPage()
    await page.goto(hostUrl)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    const dialog = page.getByRole('dialog')
    const opened = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Hawser Demo Wallet' }).click()
    const walletPage = await opened
    await approve(walletPage)
    await walletPage.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
    // T-16: the opened page cannot reach the page that opened it.
    expect(await walletPage.evaluate(() => window.opener)).toBeNull()
    expect(await walletPage.evaluate(() => document.referrer)).toBe('')
    expect(errors).toEqual([])
    await context.close()
  })
}

test('M, S5 "Connection declined": the wallet rejects, a new code that works takes its place', async ({
  context,
  page,
}) => {
  await openCode(page)
  const first = await copyLink(page)
  const walletPage = await context.newPage()
  await walletPage.goto(`${walletUrl}/wc?uri=${encodeURIComponent(first)}`)
  await walletPage.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Connection declined').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: page.getByTitle(/^eip155:1:/) })).toHaveCount(0)

  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const second = await copyLink(page)
  expect(second).not.toBe(first)
  await walletPage.goto(`${walletUrl}/wc?uri=${encodeURIComponent(second)}`)
  await approve(walletPage)

  // Refusing the signature links nothing either, and can be retried on the same session.
  await walletPage.getByRole('button', { name: /Refuse/ }).click()
  await expect(dialog.getByText('Wallet not linked').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await walletPage.getByRole('button', { name: 'Next request' }).click()
  await walletPage.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
})

test.describe(() => {
  // Runs with animations by day too, because most visitors see them.
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('V10 Escape, close button and backdrop close the modal, and focus returns', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Link a wallet' })
    const dialog = page.getByRole('dialog')
    await openModal(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()

    await button.click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()

    await button.click()
    await expect(dialog).toBeVisible()
    await page.mouse.click(10, 10)
    await expect(dialog).toBeHidden()
  })
})
