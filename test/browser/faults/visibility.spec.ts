import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { runProcess } from '../processes/runProcess.ts'
import { openModal, type Proof, shownUri, startProof } from '../processes/startProof.ts'
import { type FreezablePage, openFreezablePage } from './freezablePage.ts'

// The visitor is in the wallet while the wallet answers: the page sleeps, loses its socket, and must still link.
let proof: Proof
let wallets: ReturnType<typeof runProcess>
test.beforeAll(async () => {
  proof = await startProof()
  wallets = runProcess('test/browser/processes/walletProcess.ts', [proof.relayUrl])
  await wallets.line(/^ready$/)
})
test.afterAll(async () => {
  await wallets.stop()
  await proof.stop()
})

/** Tells the wallets something, and waits for the line that says it has happened. */
async function tell(order: string, happened: string): Promise<void> {
  wallets.write(order)
  await wallets.line(new RegExp(`^${happened}$`))
}

/** How long the page sleeps while the wallet approves, and while it signs. 0: as long as that takes. */
type Sleeps = { readonly approveMs: number; readonly signMs: number }
const times = (count: number, sleeps: Sleeps) => Array.from({ length: count }, () => sleeps)
const short = { approveMs: 0, signMs: 0 }

// The longest sleeps are beside the other rounds, each in a browser of its own.
const [long, rounds] =
  process.env.HAWSER_NIGHTLY === '1'
    ? [
        [{ approveMs: 240_000, signMs: 240_000 }, ...times(3, { approveMs: 60_000, signMs: 60_000 })],
        [...times(10, { approveMs: 5_000, signMs: 5_000 }), ...times(86, short)],
      ]
    : [
        [
          { approveMs: 5_000, signMs: 0 },
          { approveMs: 0, signMs: 5_000 },
        ],
        times(8, short),
      ]
const count = long.length + rounds.length
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

/** Freezes the page, in the middle of which something happens elsewhere, and says how long after its return it showed the text. */
async function asleepWhile(
  page: FreezablePage,
  sleepMs: number,
  happening: () => Promise<void>,
  text: string,
): Promise<number> {
  await page.evaluate('window.heard = []')
  await page.freeze()
  const end = wait(sleepMs)
  await wait(sleepMs / 2)
  await happening()
  await end
  await page.wake()
  const waited = await page.until(shows(text))
  // It did sleep, and the browser did take its socket away.
  expect(await page.evaluate('window.heard')).toEqual(['freeze', 'resume', 1006])
  return waited
}

/** A visitor and a wallet of their own: what the page showed how long after each of its two returns. */
async function link(wallet: string, { approveMs, signMs }: Sleeps): Promise<readonly number[]> {
  const page = await openFreezablePage(proof.hostUrl)
  try {
    await page.until(`document.querySelector('button') !== null`)
    await page.evaluate(watch)
    await page.evaluate(`document.querySelector('button').click()`)
    await page.until(`document.querySelector('[data-relay="acknowledged"]') !== null`)
    await tell(`scan ${wallet} - ${await page.evaluate('linker.getState().pairingUri')}`, `scanned ${wallet}`)
    const approved = () => tell(`approve ${wallet}`, `approved ${wallet}`)
    const untilApproved = await asleepWhile(page, approveMs, approved, 'Approve in your wallet')
    await wallets.line(new RegExp(`^asked ${wallet}$`))
    const signed = () => tell(`sign ${wallet}`, `signed ${wallet}`)
    return [untilApproved, await asleepWhile(page, signMs, signed, 'Wallet linked')]
  } finally {
    await page.close()
  }
}

test(`T-67 F-L6 the page is frozen while the wallet approves, and while it signs: linked within 2 s of the return, ${count} of ${count}`, {
  tag: '@timed',
}, async () => {
  test.setTimeout(600_000 + rounds.length * 40_000)
  const beside = Promise.all(long.map((sleeps, index) => link(`Long${index}`, sleeps)))
  beside.catch(() => {})
  const waits: number[] = []
  for (const [index, sleeps] of rounds.entries()) waits.push(...(await link(`Short${index}`, sleeps)))
  const longWaits = (await beside).flat()
  const of = (all: readonly Sleeps[]) => [...new Set(all.map((each) => Math.max(each.approveMs, each.signMs) / 1000))]
  console.log(
    `asleep for ${[...of(long), ...of(rounds)].join(', ')} s (0: as long as it takes): back after ${[...longWaits, ...waits].join(', ')} ms (promised: ${promisedMs})`,
  )
  expect(longWaits.length + waits.length).toBe(2 * count)
  expect([...longWaits, ...waits].filter((waited) => waited > promisedMs)).toEqual([])
})

test('T-67 F-L7 offline while the wallet approves, with a socket that seems open: connected within 2 s of being online again', {
  tag: '@timed',
}, async ({ context, page }) => {
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
