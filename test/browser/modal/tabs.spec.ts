import { isNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { type Proof, shownUri } from '../processes/startProof.ts'
import type { Wallets } from '../processes/startWallets.ts'

// Two tabs of one page: each links on its own, one of them has the socket, and both have every session.
let proof: Proof
let wallets: Wallets
test.beforeAll(({ proof: sharedProof, wallets: sharedWallets }) => {
  proof = sharedProof
  wallets = sharedWallets
})

const rounds = isNight ? 200 : 1

type Tab = { readonly page: Page; sockets(): number }

async function openTab(context: BrowserContext, setUp: (page: Page) => Promise<void> = async () => {}): Promise<Tab> {
  const page = await context.newPage()
  let open = 0
  page.on('websocket', (socket) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
  })
  await setUp(page)
  await page.goto(`${proof.hostUrl}/kept-sessions`)
  await expect(page.getByRole('button', { name: 'Link a wallet' })).toBeVisible()
  return { page, sockets: () => open }
}

const row = ({ page }: Tab, name: string) =>
  page.getByRole('region', { name: 'Connected wallets' }).getByRole('listitem', { name, exact: true })

/** Opens the modal; returns the pairing URI of its code. */
async function openCode({ page }: Tab): Promise<string> {
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'linker').getState().relay)).toBe('acknowledged')
  return shownUri(page)
}

/**
 * Expects the words of success and returns the id of the linked wallet's row. The second tab shows the same words (ADR 0024).
 */
async function expectLinked({ page }: Tab): Promise<string> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Wallet linked', exact: true })).toBeVisible()
  await expect(dialog.getByText(/already/i)).toHaveCount(0)
  const id = await page.evaluate(() => Reflect.get(window, 'linker').getState().flow.wallet.id)
  // A background tab is drawn so rarely that Playwright's own click takes seconds.
  await dialog.getByRole('button', { name: 'Done' }).evaluate((button: HTMLElement) => button.click())
  return id
}

async function sign({ page }: Tab, name: string): Promise<void> {
  const item = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Sign with ${name}` }) })
  await item.getByRole('button').click()
  await expect(item.getByRole('status')).toHaveText(/^0x[0-9a-f]{130}$/)
}

const linkedWallets = ({ page }: Tab): Promise<number> =>
  page.evaluate(async () => {
    const answer = await fetch('/link/wallets')
    const { wallets: all } = await answer.json()
    return all.length
  })

test('two tabs share one session and one socket; when its tab closes, the other signs on', async ({ browser }) => {
  const context = await browser.newContext()
  const [one, two] = [await openTab(context), await openTab(context)]
  const uri = await openCode(one)
  wallets.write(`pair Pontoon - ${uri}`)
  await expectLinked(one)
  await expect(row(two, 'Pontoon')).toBeVisible()
  await sign(two, 'Pontoon')
  await sign(one, 'Pontoon')
  expect([one.sockets(), two.sockets()].sort()).toEqual([0, 1])
  const [leader, other] = one.sockets() === 1 ? [one, two] : [two, one]
  await leader.page.close()
  await sign(other, 'Pontoon')
  expect(other.sockets()).toBe(1)

  const third = await openTab(context)
  await expect(row(third, 'Pontoon')).toBeVisible()
  await row(third, 'Pontoon').getByRole('button', { name: 'Disconnect Pontoon' }).click()
  const deleted = wallets.nextLine(/^deleted Pontoon by peer$/)
  await row(third, 'Pontoon').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await deleted
  await expect(row(other, 'Pontoon')).toBeHidden()
  const kept = () => other.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':sessions')))
  await expect.poll(kept).toEqual([])
  await context.close()
})

// By day, with Web Locks only.
if (isNight)
  test('without Web Locks each tab has its own socket, and both see the session', async ({ browser }) => {
    const context = await browser.newContext()
    const without = async (page: Page) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
    }
    const [one, two] = [await openTab(context, without), await openTab(context, without)]
    wallets.write(`pair Slip - ${await openCode(one)}`)
    await expectLinked(one)
    await expect(row(two, 'Slip')).toBeVisible()
    await sign(two, 'Slip')
    await sign(one, 'Slip')
    expect([one.sockets(), two.sockets()]).toEqual([1, 1])
    await context.close()
  })

test(`F-L10 one wallet linked in two tabs at once: both say so, one row, ${rounds} rounds`, async ({ browser }) => {
  test.setTimeout(60_000 + rounds * 30_000)
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext()
    const [one, two] = [await openTab(context), await openTab(context)]
    const before = await linkedWallets(one)
    const uris = await Promise.all([openCode(one), openCode(two)])
    expect(uris[0]).not.toBe(uris[1])
    for (const uri of uris) wallets.write(`pair Twin${round} - ${uri}`)
    const [firstRow, secondRow] = await Promise.all([expectLinked(one), expectLinked(two)])
    expect(secondRow).toBe(firstRow)
    expect(await linkedWallets(one)).toBe(before + 1)
    await expect(row(one, `Twin${round}`)).toHaveCount(2)
    await expect(row(two, `Twin${round}`)).toHaveCount(2)
    expect(one.sockets() + two.sockets()).toBe(1)
    await context.close()
  }
})
