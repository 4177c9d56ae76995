import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atNight, isNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { callLinker, linkWithDemoWallet, openModal, type Proof, startProof } from '../processes/startProof.ts'

// The modal under the strictest possible policy, out of reach of everything outside its page.
let proof: Proof
const reports: string[] = []
const reportServer = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    reports.push(body)
    response.end()
  })
})

test.beforeAll(async () => {
  await new Promise<void>((resolve) => reportServer.listen(0, '127.0.0.1', resolve))
  const { port } = reportServer.address() as AddressInfo
  proof = await startProof(undefined, `http://127.0.0.1:${port}/reports`)
})
test.afterAll(async () => {
  reportServer.close()
  await proof.stop()
})
test.beforeEach(() => {
  reports.length = 0
})

const policy = () =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self' ${proof.relayUrl} ${proof.registryUrl}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ')

/** Records the violation events that the page itself gets, in addition to the reports that the browser sends. */
async function watchViolations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const violations: string[] = []
    Reflect.set(window, 'violations', violations)
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`),
    )
  })
}

const violationsIn = (page: Page): Promise<readonly string[]> => page.evaluate(() => Reflect.get(window, 'violations'))

test('strict CSP and Trusted Types: the policy of the catalogue, and a violation is seen', async ({
  context,
  page,
}) => {
  await watchViolations(context)
  const response = await page.goto(proof.hostUrl)
  expect(response?.headers()['content-security-policy']).toBe(policy())
  await page.evaluate(() => {
    document.body.setAttribute('style', 'color: red')
    try {
      document.body.insertAdjacentHTML('beforeend', '<p>x</p>')
    } catch {
      // Trusted Types throw as well as report.
    }
  })
  await expect.poll(() => violationsIn(page).then((found) => found.length)).toBeGreaterThanOrEqual(2)
  await expect.poll(() => reports.length).toBeGreaterThanOrEqual(2)
})

test('strict CSP and Trusted Types: views, toast, language and a whole link, no report', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await watchViolations(context)
  const modal = {
    termsOfServiceUrl: 'https://example.org/terms',
    themeVariables: { '--hawser-accent': '#7a28c9' },
    desktopWallets: [
      { id: 'hawser-demo-wallet', name: 'Hawser Demo Wallet', links: { universal: proof.walletUrl } },
      { id: 'nowhere', name: 'Nowhere', links: {} },
    ],
  }
  await openModal(page, `${proof.hostUrl}/?modal=${encodeURIComponent(JSON.stringify(modal))}&locale=en`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()

  await dialog
    .getByRole('button', { name: /Nowhere/ })
    .first()
    .click()
  await expect(dialog.getByText('Not Detected').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()

  await dialog.getByRole('button', { name: /View All/ }).click()
  const search = dialog.getByRole('searchbox')
  await search.fill('rainbow')
  const rainbow = dialog.getByRole('button', { name: /Rainbow/ }).or(dialog.getByRole('gridcell', { name: /Rainbow/ }))
  await expect(rainbow.first()).toBeVisible()
  await search.fill('no such wallet')
  await expect(dialog.getByText('No results found').first()).toBeVisible()
  await search.fill('metamask')
  await dialog.getByText('MetaMask').first().click()
  await expect(dialog.getByRole('heading', { name: 'MetaMask' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await callLinker(page, 'showView', { name: 'Qrcode' })
  await expect(dialog.getByRole('heading', { name: 'Scan the code' })).toBeVisible()
  await callLinker(page, 'showView', { name: 'Other' })
  await expect(dialog.getByText('Not Found')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).first().click()
  await dialog.getByRole('button', { name: 'Back' }).click()

  await linkWithDemoWallet(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  expect(await violationsIn(page)).toEqual([])
  expect(reports).toEqual([])
})

for (const [what, query] of [
  ...atNight(['right to left', 'locale=ar'] as const),
  ['the classic variant', `modal=${encodeURIComponent('{"variant":"classic"}')}`],
] as const) {
  test(`strict CSP and Trusted Types: ${what} with no report`, async ({ context, page }) => {
    await watchViolations(context)
    await page.goto(`${proof.hostUrl}/?${query}`)
    await page.waitForFunction(() => Reflect.has(window, 'linker'))
    await callLinker(page, 'open')
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('svg[role="img"]').first()).toBeVisible()
    if (what === 'right to left') await expect(page.locator('dialog[dir="rtl"][lang="ar"]')).toBeVisible()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'linker').getState().relay)).toBe('acknowledged')
    if (what === 'the classic variant') await dialog.getByRole('tab').nth(1).click()
    else await callLinker(page, 'showView', { name: 'WalletExplorer' })
    await expect(dialog.getByText('MetaMask').or(dialog.getByText('Hawser Demo Wallet')).first()).toBeVisible()
    expect(await violationsIn(page)).toEqual([])
    expect(reports).toEqual([])
  })
}

test('T-16: the wallet’s page has no opener and no referrer', async ({ context, page }) => {
  await openModal(page, proof.hostUrl)
  const asked: (string | undefined)[] = []
  await context.route(
    (url) => url.origin === proof.walletUrl && url.pathname === '/wc',
    async (route) => {
      asked.push(route.request().headers().referer)
      await route.continue()
    },
  )
  const wallet = await linkWithDemoWallet(page)
  expect(await wallet.evaluate(() => window.opener)).toBeNull()
  expect(await wallet.evaluate(() => document.referrer)).toBe('')
  expect(asked).toEqual([undefined])
})

const messageCount = isNight ? 10_000 : 1_000

test(`T-18: ${messageCount} messages from everywhere change nothing`, async ({ context, page }) => {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  await openModal(page, proof.hostUrl)
  const look = () =>
    page.evaluate(() => {
      // The seconds left change on their own.
      const { codeSecondsLeft: _, ...state } = Reflect.get(window, 'linker').getState()
      return `${JSON.stringify(state)}${document.querySelector('dialog')?.textContent?.replace(/\d/g, '')}${location.href}`
    })
  // The wallets arrive a moment after the code.
  await page.waitForFunction(() => Reflect.get(window, 'linker').getState().wallets.isReady)
  const before = await look()
  const heard = await page.evaluate(async (total) => {
    let count = 0
    let end = () => {}
    const all = new Promise<void>((resolve) => {
      end = resolve
    })
    window.addEventListener('message', () => {
      count += 1
      if (count === total) end()
    })
    const types = [
      'opened',
      'closed',
      'verify_ready',
      'proposalSettled',
      'eip6963:announceProvider',
      'w3m',
      'walletChosen',
    ]
    const random = (below: number) => Math.floor(Math.random() * below)
    for (let index = 0; index < total; index += 1) {
      const type = types[random(types.length)]
      const payloads = [
        type,
        { type },
        JSON.stringify({ type, payload: { uri: 'wc:evil' } }),
        { jsonrpc: '2.0', id: index, method: 'wc_sessionSettle', params: {} },
        { target: 'metamask-inpage', data: { name: 'metamask-provider', data: { method: type } } },
        [index, null, type],
        `<img src=x onerror=alert(${index})>`,
        Math.random(),
        new Uint8Array(random(64)),
      ]
      window.postMessage(payloads[random(payloads.length)], '*')
    }
    await all
    return count
  }, messageCount)
  expect(heard).toBe(messageCount)
  expect(await look()).toBe(before)
  expect(errors).toEqual([])
})
