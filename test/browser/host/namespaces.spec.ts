import { atNight, isNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { approve } from '../processes/approve.ts'
import { showOwnCode } from '../processes/showOwnCode.ts'
import { type Stack, startStack } from '../processes/startStack.ts'

// Accounts of Ethereum, Solana and Bitcoin, linked from the modal with the demo wallet, on the stack that `npm start` boots.
const ecosystems = ['Ethereum', 'Solana', 'Bitcoin'] as const
type Ecosystem = (typeof ecosystems)[number]
const chains: Readonly<Record<Ecosystem, string>> = {
  Ethereum: 'eip155:1:0x',
  Solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:',
  Bitcoin: 'bip122:000000000019d6689c085ae165831e93:bc1',
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

/** Opens the modal of the page, and its code in the demo wallet. */
async function pair(page: Page, stack: Stack): Promise<Page> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog')
  await showOwnCode(page)
  await dialog.getByRole('button', { name: 'Copy link' }).first().click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const uri = await page.evaluate(() => navigator.clipboard.readText())
  const wallet = await page.context().newPage()
  await wallet.goto(`${stack.walletUrl}/wc?uri=${encodeURIComponent(uri)}`)
  await expect(wallet.getByRole('button', { name: 'Approve' })).toBeVisible()
  return wallet
}

/** Approves and signs in the wallet; returns the text that was signed. */
async function approveAndSign(wallet: Page): Promise<string> {
  await approve(wallet)
  const text = (await wallet.locator('pre').first().textContent()) ?? ''
  await wallet.getByRole('button', { name: 'Sign', exact: true }).click()
  return text
}

async function expectLinked(page: Page, stack: Stack, ecosystem: Ecosystem, text: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(text).toMatch(new RegExp(`^localhost:${stack.port} wants you to sign in with your ${ecosystem} account:\\n`))
  const row = page.getByRole('listitem').filter({ has: page.getByTitle(chains[ecosystem]) })
  await expect(row).toHaveCount(1)
  await expect(row.getByTitle(text.split('\n')[1] ?? 'no address')).toBeVisible()
  await expect(row).toContainText(ecosystem)
}

test('a visitor links the Ethereum, Solana and Bitcoin accounts of one wallet in turn', async ({
  context,
  page,
  stack,
}) => {
  const errors = watchErrors(context)
  await page.goto(stack.hostUrl)
  for (const ecosystem of ecosystems) {
    const wallet = await pair(page, stack)
    await expectLinked(page, stack, ecosystem, await approveAndSign(wallet))
    await wallet.close()
  }
  await page.reload()
  for (const ecosystem of ecosystems)
    await expect(page.getByRole('listitem').filter({ has: page.getByTitle(chains[ecosystem]) })).toHaveCount(1)
  expect(errors).toEqual([])
})

// By day wallet.spec.ts shows that an app sees only the accounts that are ticked.
for (const ecosystem of atNight<Ecosystem>('Solana', 'Bitcoin')) {
  test(`a visitor who shares only their ${ecosystem} account links only that one`, async ({ context, page, stack }) => {
    const errors = watchErrors(context)
    await page.goto(stack.hostUrl)
    const wallet = await pair(page, stack)
    for (const other of ecosystems.filter((each) => each !== ecosystem))
      await wallet.getByRole('checkbox', { name: new RegExp(other) }).uncheck()
    await expectLinked(page, stack, ecosystem, await approveAndSign(wallet))
    expect(errors).toEqual([])
  })
}

if (isNight)
  test('a host app that names its chains asks for no others, in their order', async ({ page }) => {
    const stack = await startStack('--chains', 'bip122:000000000019d6689c085ae165831e93,eip155:1')
    try {
      await page.goto(stack.hostUrl)
      const wallet = await pair(page, stack)
      await expect(wallet.getByRole('checkbox', { name: /Solana/ })).toHaveCount(0)
      await expectLinked(page, stack, 'Bitcoin', await approveAndSign(wallet))
    } finally {
      await stack.stop()
    }
  })
