import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { openModal, type Proof, shownUri, startProof } from './proof/startProof.ts'

// The visitor is in the wallet while the wallet answers: the page sleeps, loses its socket, and must still link.
let proof: Proof
test.beforeAll(async () => {
  proof = await startProof()
})
test.afterAll(() => proof.stop())

const asleep: { readonly page: Page; readonly sleptMs: number }[] = []
const rounds = process.env.HAWSER_NIGHTLY === '1' ? 100 : 5
const promisedMs = 2_000

/** A page that sleeps as in the background of a phone: no timer runs, and the browser closes its sockets. */
async function sleep(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    let last = performance.now()
    Reflect.set(window, 'longestGap', 0)
    const timer = setInterval(() => {
      const now = performance.now()
      Reflect.set(window, 'longestGap', Math.max(Reflect.get(window, 'longestGap'), now - last))
      last = now
    }, 20)
    Reflect.set(window, 'stopWatch', () => clearInterval(timer))
  })
  const session = await context.newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  const frozenAt = Date.now()
  return async () => {
    const sleptMs = Date.now() - frozenAt
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    asleep.push({ page, sleptMs })
  }
}

/** That the page did sleep: between two of its ticks lies all of it. */
async function expectSlept(): Promise<void> {
  for (const { page, sleptMs } of asleep.splice(0)) {
    const gap = await page.evaluate(() => {
      Reflect.get(window, 'stopWatch')()
      return Reflect.get(window, 'longestGap')
    })
    expect(gap).toBeGreaterThan(sleptMs * 0.8)
  }
}

async function msUntil(check: () => Promise<void>): Promise<number> {
  const startedAt = Date.now()
  await check()
  return Date.now() - startedAt
}

test(`T-67 the page is frozen while the wallet approves, and while it signs: linked within 2 s of the return, ${rounds} of ${rounds}`, async ({
  context,
  page,
}) => {
  test.setTimeout(30_000 + rounds * 40_000)
  const waits: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await openModal(page, proof.hostUrl)
    const dialog = page.getByRole('dialog')
    const wallet = await context.newPage()
    const uri = await shownUri(page)
    const wakeAfterApproval = await sleep(context, page)
    await wallet.goto(`${proof.walletUrl}/wc?uri=${encodeURIComponent(uri)}`)
    await wallet.getByRole('button', { name: 'Approve' }).click()
    await expect(wallet.getByRole('button', { name: 'Approve' })).toBeHidden()
    await wakeAfterApproval()
    waits.push(await msUntil(() => expect(dialog.getByText('Approve in your wallet').first()).toBeVisible()))
    await expectSlept()

    await expect(wallet.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
    const wakeAfterSignature = await sleep(context, page)
    await wallet.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(wallet.getByRole('button', { name: 'Sign', exact: true })).toBeHidden()
    await wakeAfterSignature()
    waits.push(await msUntil(() => expect(dialog.getByText('Wallet linked').first()).toBeVisible()))
    await expectSlept()
    await wallet.close()
  }
  console.log(`back from the background: ${waits.join(', ')} ms (promised: ${promisedMs})`)
  expect(waits).toHaveLength(2 * rounds)
  expect(waits.filter((wait) => wait > promisedMs)).toEqual([])
})

test('T-67 offline while the wallet approves, a socket that seems open: connected within 2 s of being online again', async ({
  context,
  page,
}) => {
  await openModal(page, proof.hostUrl)
  const wallet = await context.newPage()
  const uri = await shownUri(page)
  const session = await context.newCDPSession(page)
  const offline = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { offline: true, ...offline })
  await wallet.goto(`${proof.walletUrl}/wc?uri=${encodeURIComponent(uri)}`)
  await wallet.getByRole('button', { name: 'Approve' }).click()
  await expect(wallet.getByRole('button', { name: 'Approve' })).toBeHidden()
  await session.send('Network.emulateNetworkConditions', { offline: false, ...offline })
  const waited = await msUntil(() =>
    expect(page.getByRole('dialog').getByText('Approve in your wallet').first()).toBeVisible(),
  )
  console.log(`online again: ${waited} ms (promised: ${promisedMs})`)
  expect(waited).toBeLessThanOrEqual(promisedMs)
})
