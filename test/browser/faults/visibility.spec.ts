import { setTimeout as wait } from 'node:timers/promises'
import { isNight } from '@hawser/test-kit/night'
import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'
import { openModal, type Proof, shownUri } from '../processes/startProof.ts'
import type { Wallets } from '../processes/startWallets.ts'
import { type FreezablePage, openFreezablePage } from './freezablePage.ts'

// The wallet answers while the visitor is in it: the page sleeps, loses its socket, and must still link.
let proof: Proof
let wallets: Wallets
test.beforeAll(({ proof: sharedProof, wallets: sharedWallets }) => {
  proof = sharedProof
  wallets = sharedWallets
})

/** How many milliseconds the page sleeps while the wallet approves, and while it signs. 0 means no longer than that takes. */
type Sleeps = { readonly approveMs: number; readonly signMs: number }
const times = (count: number, sleeps: Sleeps) => Array.from({ length: count }, () => sleeps)
const short = { approveMs: 0, signMs: 0 }

// The longest sleeps run in parallel with the other rounds, each in a browser of its own.
const [long, rounds] = isNight
  ? [
      [{ approveMs: 240_000, signMs: 240_000 }, ...times(3, { approveMs: 60_000, signMs: 60_000 })],
      [...times(10, { approveMs: 5_000, signMs: 5_000 }), ...times(86, short)],
    ]
  : [[{ approveMs: 5_000, signMs: 0 }], times(1, short)]
const count = long.length + rounds.length

/** Records the page's events around its sleep, and the codes with which its sockets close. */
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

/** Freezes the page while something happens elsewhere. After the page wakes, it shows the text without a press. */
async function asleepWhile(
  page: FreezablePage,
  sleepMs: number,
  happening: () => Promise<void>,
  text: string,
): Promise<void> {
  await page.evaluate('window.heard = []')
  await page.freeze()
  const end = wait(sleepMs)
  await wait(sleepMs / 2)
  await happening()
  await end
  await page.wake()
  await page.until(shows(text))
  // The page did sleep, and the browser did close its socket.
  expect(await page.evaluate('window.heard')).toEqual(['freeze', 'resume', 1006])
}

/** Links a new wallet for a new visitor. */
async function link(wallet: string, { approveMs, signMs }: Sleeps): Promise<void> {
  const page = await openFreezablePage(proof.hostUrl)
  try {
    await page.until(`document.querySelector('button') !== null`)
    await page.evaluate(watch)
    await page.evaluate(`document.querySelector('button').click()`)
    await page.until(`document.querySelector('[data-relay="acknowledged"]') !== null`)
    await wallets.tell(`scan ${wallet} - ${await page.evaluate('linker.getState().pairingUri')}`, `scanned ${wallet}`)
    const approved = () => wallets.tell(`approve ${wallet}`, `approved ${wallet}`)
    await asleepWhile(page, approveMs, approved, 'Approve in your wallet')
    await wallets.line(new RegExp(`^asked ${wallet}$`))
    const signed = () => wallets.tell(`sign ${wallet}`, `signed ${wallet}`)
    await asleepWhile(page, signMs, signed, 'Wallet linked')
  } finally {
    await page.close()
  }
}

test(`T-67 F-L6 frozen while the wallet approves and signs: linked on return, ${count} times`, async () => {
  test.setTimeout(600_000 + rounds.length * 40_000)
  const beside = Promise.all(long.map((sleeps, index) => link(`Long${index}`, sleeps)))
  beside.catch(() => {})
  for (const [index, sleeps] of rounds.entries()) await link(`Short${index}`, sleeps)
  await beside
})

test('T-67 F-L7 offline while the wallet approves: connected once online again', async ({ context, page }) => {
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
  await expect(step).toBeVisible()
})
