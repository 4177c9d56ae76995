import { atNight, isNight } from '@hawser/test-kit/night'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { startStack } from '../processes/startStack.ts'
import {
  type Extension,
  type InstalledExtension,
  installExtension,
  type Network,
  untilLooked,
} from './extension.fixture.ts'
import { linkedExtensions, metaMask, phantom, solflare, uniSat } from './knownExtensions.ts'

// Extensions in the browser, on the stack that `npm start` boots. docs/wallets/extensions.md names these tests.

let seed = 2_700

const entryOf = (dialog: Locator, { name }: Extension) => dialog.getByRole('button', { name: new RegExp(`^${name}`) })

async function open(page: Page, hostUrl: string): Promise<Locator> {
  await page.goto(hostUrl)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  // The presses that follow use the keyboard: the card can still move, and a mouse could miss.
  await expect(page.getByRole('dialog').getByRole('button', { name: /View All/ })).toBeVisible()
  return page.getByRole('dialog')
}

async function expectLinked(page: Page, { addresses, signed }: InstalledExtension, network: Network): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('listitem').filter({ has: page.getByTitle(addresses[network]) })).toHaveCount(1)
  expect(signed).toHaveLength(1)
  expect(signed[0]).toContain(`wants you to sign in with your ${network} account:\n${addresses[network]}\n`)
}

// By day one extension of each network; packages/core tests every shape without a browser.
const networks = linkedExtensions.map(([, network]) => network)
for (const [extension, network] of linkedExtensions.filter(
  ([, network], at) => isNight || networks.indexOf(network) === at,
)) {
  test(`${extension.name} is one entry, and links its ${network} account`, async ({ page, stack }) => {
    const installed = await installExtension(page, extension, ++seed)
    const dialog = await open(page, stack.hostUrl)
    await expect(entryOf(dialog, extension)).toHaveCount(1)
    const isChosen = linkedExtensions.filter(([each]) => each === extension).length > 1
    if (isChosen) await untilLooked(page)
    await entryOf(dialog, extension).press('Enter')
    if (isChosen) await dialog.getByRole('button', { name: network }).click()
    await expectLinked(page, installed, network)
  })
}

// By day test/exports/waterfall.test.ts shows the files of a page with eip155 alone.
if (isNight)
  test('a host app with only eip155 fetches nothing of Solana or Bitcoin', async ({ page, stack }) => {
    const rarer: string[] = []
    page.on('request', (request) => {
      if (/\/(standard|bitcoin|solana)[A-Z][^/]*\.js$/.test(request.url())) rarer.push(request.url())
    })
    await installExtension(page, phantom, ++seed)
    const dialog = await open(page, stack.hostUrl)
    await expect(entryOf(dialog, phantom)).toHaveCount(1)
    // The demo host app asks for all three networks.
    await expect.poll(() => rarer.length).toBeGreaterThan(1)

    const ethereumOnly = await startStack('--chains', 'eip155:1')
    try {
      rarer.length = 0
      await open(page, ethereumOnly.hostUrl)
      await entryOf(dialog, phantom).press('Enter')
      await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
      expect(rarer).toEqual([])
    } finally {
      await ethereumOnly.stop()
    }
  })

for (const [name, extension] of [
  // By day walletBrowser.spec.ts covers this case.
  ...atNight(['announced by EIP-6963', { ...metaMask, isLate: true }] as const),
  ['registered by the Wallet Standard', { name: 'Quay Wallet', solana: { version: '1.1.0' }, isLate: true }],
] as const satisfies readonly (readonly [string, Extension])[]) {
  test(`F15a a wallet ${name} after the code is drawn is offered, and links`, async ({ page, stack }) => {
    const installed = await installExtension(page, extension, ++seed)
    const dialog = await open(page, stack.hostUrl)
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    await page.evaluate('announceExtension()')
    await entryOf(dialog, extension).press('Enter')
    await expectLinked(page, installed, 'eip1193' in extension ? 'Ethereum' : 'Solana')
  })
}

// By day one of them, because core tests each with the same suite: pageConnector.conformance.ts.
for (const extension of [metaMask, ...atNight(solflare, uniSat)]) {
  test(`${extension.name}: a request that the visitor rejects ends in words and a retry`, async ({ page, stack }) => {
    const { signed } = await installExtension(page, { ...extension, answer: 'rejects' }, ++seed)
    const dialog = await open(page, stack.hostUrl)
    await entryOf(dialog, extension).press('Enter')
    await expect(dialog.getByRole('button', { name: /^(Try again|Retry)/ })).toBeVisible()
    expect(signed).toEqual([])
  })
}

for (const extension of [solflare, ...atNight(metaMask, uniSat)]) {
  test(`${extension.name}: without an answer the visitor waits with a way back`, async ({ page, stack }) => {
    await installExtension(page, { ...extension, answer: 'never' }, ++seed)
    const dialog = await open(page, stack.hostUrl)
    await entryOf(dialog, extension).press('Enter')
    await expect(dialog.getByText(/Continue in|Accept|Approve|Confirm/).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(entryOf(dialog, extension)).toBeVisible()
  })
}
