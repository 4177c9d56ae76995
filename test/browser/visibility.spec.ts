import { expect, test } from '@playwright/test'
import { type FreezablePage, openFreezablePage } from './proof/freezablePage.ts'
import { openModal, type Proof, shownUri, startProof } from './proof/startProof.ts'

// The visitor is in the wallet while the wallet answers: the page sleeps, loses its socket, and must still link.
let proof: Proof
test.beforeAll(async () => {
  proof = await startProof()
})
test.afterAll(() => proof.stop())

const rounds = process.env.HAWSER_NIGHTLY === '1' ? 100 : 5
const promisedMs = 2_000

/** What the page hears of its sleep, and how its sockets end. */
const watch = `
  window.heard = []
  for (const name of ['freeze', 'resume']) document.addEventListener(name, () => window.heard.push(name))
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given)
      this.addEventListener('close', ({ code }) => window.heard.push(code))
    }
  }`

const shows = (text: string) => `document.querySelector('dialog')?.textContent.includes(${JSON.stringify(text)})`

/** Freezes the page while something happens elsewhere, and says how long after its return it showed the text. */
async function asleepWhile(page: FreezablePage, happening: () => Promise<void>, text: string): Promise<number> {
  await page.evaluate('window.heard = []')
  await page.freeze()
  await happening()
  await page.wake()
  const waited = await page.until(shows(text))
  // It did sleep, and the browser did take its socket away.
  expect(await page.evaluate('window.heard')).toEqual(['freeze', 'resume', 1006])
  return waited
}

test(`T-67 F-L6 the page is frozen while the wallet approves, and while it signs: linked within 2 s of the return, ${rounds} of ${rounds}`, async ({
  browser,
}) => {
  test.setTimeout(60_000 + rounds * 40_000)
  const waits: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const page = await openFreezablePage(proof.hostUrl)
    try {
      await page.until(`document.querySelector('button') !== null`)
      await page.evaluate(watch)
      await page.evaluate(`document.querySelector('button').click()`)
      await page.until(`document.querySelector('[data-relay="acknowledged"]') !== null`)
      const uri = String(await page.evaluate('linker.getState().pairingUri'))
      // Each page is another visitor's, who has a wallet of their own.
      const context = await browser.newContext()
      const wallet = await context.newPage()
      await wallet.goto(`${proof.walletUrl}/wc?uri=${encodeURIComponent(uri)}`)
      const approve = wallet.getByRole('button', { name: 'Approve' })
      const sign = wallet.getByRole('button', { name: 'Sign', exact: true })
      await expect(approve).toBeEnabled()
      const approved = async () => {
        await approve.click()
        await expect(approve).toBeHidden()
      }
      waits.push(await asleepWhile(page, approved, 'Approve in your wallet'))
      await expect(sign).toBeEnabled()
      const signed = async () => {
        await sign.click()
        await expect(sign).toBeHidden()
      }
      waits.push(await asleepWhile(page, signed, 'Wallet linked'))
      await context.close()
    } finally {
      await page.close()
    }
  }
  console.log(`back from the background: ${waits.join(', ')} ms (promised: ${promisedMs})`)
  expect(waits).toHaveLength(2 * rounds)
  expect(waits.filter((wait) => wait > promisedMs)).toEqual([])
})

test('T-67 F-L7 offline while the wallet approves, with a socket that seems open: connected within 2 s of being online again', async ({
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
  const step = page.getByRole('dialog').getByText('Approve in your wallet').first()
  await expect(step).toBeHidden()
  await session.send('Network.emulateNetworkConditions', { offline: false, ...offline })
  const startedAt = Date.now()
  await expect(step).toBeVisible()
  const waited = Date.now() - startedAt
  console.log(`online again: ${waited} ms (promised: ${promisedMs})`)
  expect(waited).toBeLessThanOrEqual(promisedMs)
})
