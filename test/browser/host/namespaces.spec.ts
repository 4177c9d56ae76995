import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { freePorts, runProcess } from '../processes/runProcess.ts'

// Accounts of Ethereum, Solana and Bitcoin, linked from the modal with the demo wallet, on the stack that `npm start` boots.
let folder: string
let port: number
let stack: ReturnType<typeof runProcess>

const ecosystems = ['Ethereum', 'Solana', 'Bitcoin'] as const
type Ecosystem = (typeof ecosystems)[number]
const chains: Readonly<Record<Ecosystem, string>> = {
  Ethereum: 'eip155:1:0x',
  Solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:',
  Bitcoin: 'bip122:000000000019d6689c085ae165831e93:bc1',
}

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hawser-browser-'))
  port = await freePorts()
})

test.afterEach(async () => {
  await stack.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function startStack(...more: readonly string[]): Promise<void> {
  stack = runProcess('apps/stack/src/main.ts', ['--port', String(port), '--data', join(folder, 'data'), ...more])
  await stack.line(/Hawser is running/)
}

/** Fails the test when a page breaks its own Content-Security-Policy or throws. */
function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) errors.push(message.text())
  })
  return errors
}

/** Opens the modal of the page, and its code in the demo wallet. */
async function pair(page: Page): Promise<Page> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy link' }).first().click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const uri = await page.evaluate(() => navigator.clipboard.readText())
  const wallet = await page.context().newPage()
  await wallet.goto(`http://localhost:${port + 1}/wc?uri=${encodeURIComponent(uri)}`)
  await expect(wallet.getByRole('button', { name: 'Approve' })).toBeVisible()
  return wallet
}

/** Approves and signs, and gives the text that was signed. */
async function approve(wallet: Page): Promise<string> {
  await wallet.getByRole('button', { name: 'Approve' }).click()
  const text = (await wallet.locator('pre').first().textContent()) ?? ''
  await wallet.getByRole('button', { name: 'Sign', exact: true }).click()
  return text
}

async function expectLinked(page: Page, ecosystem: Ecosystem, text: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(text).toMatch(new RegExp(`^localhost:${port} wants you to sign in with your ${ecosystem} account:\\n`))
  const row = page.getByRole('listitem').filter({ hasText: chains[ecosystem] })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(text.split('\n')[1] ?? 'no address')
  await expect(row).toContainText(ecosystem)
}

test('a visitor links the Ethereum, the Solana and the Bitcoin account of one wallet, one after the other', async ({
  context,
  page,
}) => {
  await startStack()
  const errors = watchErrors(context)
  await page.goto(`http://localhost:${port}`)
  for (const ecosystem of ecosystems) {
    const wallet = await pair(page)
    await expectLinked(page, ecosystem, await approve(wallet))
    await wallet.close()
  }
  await page.reload()
  for (const ecosystem of ecosystems)
    await expect(page.getByRole('listitem').filter({ hasText: chains[ecosystem] })).toHaveCount(1)
  expect(errors).toEqual([])
})

for (const ecosystem of ['Solana', 'Bitcoin'] as const) {
  test(`a visitor who shares their ${ecosystem} account only links that one`, async ({ context, page }) => {
    await startStack()
    const errors = watchErrors(context)
    await page.goto(`http://localhost:${port}`)
    const wallet = await pair(page)
    for (const other of ecosystems.filter((each) => each !== ecosystem))
      await wallet.getByRole('checkbox', { name: new RegExp(other) }).uncheck()
    await expectLinked(page, ecosystem, await approve(wallet))
    expect(errors).toEqual([])
  })
}

test('a host app that names its chains is asked for no others, in their order', async ({ page }) => {
  await startStack('--chains', 'bip122:000000000019d6689c085ae165831e93,eip155:1')
  await page.goto(`http://localhost:${port}`)
  const wallet = await pair(page)
  await expect(wallet.getByRole('checkbox', { name: /Solana/ })).toHaveCount(0)
  await expectLinked(page, 'Bitcoin', await approve(wallet))
})
