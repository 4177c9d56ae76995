import { createDemoWallet, type DemoWallet, type DemoWalletOptions } from '@hawser/app-wallet/headless'
import { createRelay, type Relay } from '@hawser/relay'
import {
  createMemoryStorage,
  createPairing,
  createPairingKey,
  createSignClient,
  type Session,
  type SignClient,
} from '@hawser/sign'
import type { OriginClaim, OriginStatus } from '@hawser/sign/origin'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { untilScreen } from '@hawser/test-kit/untilState'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'

// How the demo wallet treats the verdict on the requesting app, over real sockets on loopback. The test supplies the verdict.
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } as const
const sessionProperties = { hawser_originStatement: 'a statement' }

let relay: Relay
let relayUrl: string
let dapp: SignClient

beforeEach(async () => {
  relay = createRelay({ logger: createRunLogger() })
  relayUrl = (await relay.listen({ port: 0, host: '127.0.0.1' })).url
  const metadata = { name: 'Our App', description: '', url: 'https://app.example/start', icons: [] }
  dapp = createSignClient({ relayUrl, metadata, createWebSocket })
})
afterEach(async () => {
  await dapp.stop()
  await relay.stop()
})

async function openWallet(more: Partial<DemoWalletOptions>): Promise<DemoWallet> {
  const wallet = createDemoWallet({ relayUrl, url: 'https://wallet.example', createWebSocket, guardMs: 0, ...more })
  onTestFinished(() => wallet.stop())
  await untilScreen(wallet, 'home')
  return wallet
}

/** Creates a check that answers on the test's command, and exposes its input. */
function createSlowCheck() {
  let hear = (_: { claim: OriginClaim; signal: AbortSignal }) => {}
  let answer = (_: OriginStatus) => {}
  const heard = new Promise<{ claim: OriginClaim; signal: AbortSignal }>((resolve) => {
    hear = resolve
  })
  const answered = new Promise<OriginStatus>((resolve) => {
    answer = resolve
  })
  const checkOrigin: NonNullable<DemoWalletOptions['checkOrigin']> = (claim, signal) => {
    hear({ claim, signal })
    return answered
  }
  return { checkOrigin, heard, answer }
}

test('T-31: the demo wallet shows no question before the check of the address ends', async () => {
  const { checkOrigin, heard, answer } = createSlowCheck()
  const wallet = await openWallet({ checkOrigin })
  const proposed = await dapp.propose({ optionalNamespaces: asked, sessionProperties })
  proposed.approval.catch(() => {})
  wallet.send({ type: 'linkGiven', text: proposed.pairingUri })
  const { claim } = await heard
  expect(claim).toEqual({
    url: 'https://app.example/start',
    pairingTopic: proposed.pairingTopic,
    statement: 'a statement',
  })
  expect(wallet.getState().screen.status).toBe('pairing')
  wallet.send({ type: 'acceptChosen' })
  expect(wallet.getState().screen.status).toBe('pairing')
  answer('mismatch')
  expect((await untilScreen(wallet, 'proposal')).peer).toMatchObject({ host: 'app.example', origin: 'mismatch' })
})

test('T-31: cancelling meanwhile ends the question and the check', async () => {
  const { checkOrigin, heard, answer } = createSlowCheck()
  const wallet = await openWallet({ checkOrigin })
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  proposed.approval.catch(() => {})
  wallet.send({ type: 'linkGiven', text: proposed.pairingUri })
  const { signal } = await heard
  wallet.send({ type: 'dismissed' })
  expect(signal.aborted).toBe(true)
  answer('valid')
  await new Promise((resolve) => setImmediate(resolve))
  expect(wallet.getState().screen).toMatchObject({ status: 'home', failure: undefined })
})

test('T-31: a failed check leads to no question', async () => {
  const wallet = await openWallet({ checkOrigin: () => Promise.reject(new Error('broken')) })
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  proposed.approval.catch(() => {})
  wallet.send({ type: 'linkGiven', text: proposed.pairingUri })
  await expect.poll(() => wallet.getState().screen).toMatchObject({ status: 'home', failure: { code: 'unexpected' } })
})

test('T-31: a request has its app’s verdict from the approval, also after a restart', async () => {
  const storage = createMemoryStorage()
  const first = await openWallet({ storage, checkOrigin: async () => 'scam' })
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  first.send({ type: 'linkGiven', text: proposed.pairingUri })
  await untilScreen(first, 'proposal')
  first.send({ type: 'acceptChosen' })
  expect(first.getState().screen.status).toBe('proposal')
  first.send({ type: 'riskAccepted', isAccepted: true })
  first.send({ type: 'acceptChosen' })
  const session = await proposed.approval
  await untilScreen(first, 'done')
  await first.stop()

  const second = createDemoWallet({ relayUrl, url: '', storage, createWebSocket, guardMs: 0 })
  onTestFinished(() => second.stop())
  const [account = ''] = Object.values(session.namespaces).flatMap(({ accounts }) => accounts)
  const answered = dapp
    .request({
      topic: session.topic,
      chainId: 'eip155:1',
      request: { method: 'personal_sign', params: ['0x61', account.split(':')[2]] },
    })
    .catch(({ code }) => code)
  const { request } = await untilScreen(second, 'request')
  expect(request.peer.origin).toBe('scam')
  second.send({ type: 'acceptChosen' })
  expect(second.getState().screen.status).toBe('request')
  second.send({ type: 'refuseChosen' })
  expect(await answered).toBe('request_rejected')
})

/** Returns the wallet's rating of a session's app at a request to sign. */
async function askToSign(wallet: DemoWallet, session: Session) {
  const [account = ''] = Object.values(session.namespaces).flatMap(({ accounts }) => accounts)
  const request = { method: 'personal_sign', params: ['0x61', account.split(':')[2]] }
  const answered = dapp.request({ topic: session.topic, chainId: 'eip155:1', request }).catch(() => {})
  const shown = await untilScreen(wallet, 'request')
  wallet.send({ type: 'refuseChosen' })
  await answered
  return shown.request.peer
}

test('T-31: a second request by the same link does not change the first verdict', async () => {
  const storage = createMemoryStorage()
  const checkOrigin = async ({ url }: OriginClaim) => (url === 'https://own.example' ? 'valid' : 'mismatch')
  const wallet = await openWallet({ storage, checkOrigin })
  const metadata = { name: 'Our App', description: '', url: 'https://own.example', icons: [] }
  const second = createSignClient({ relayUrl, metadata, createWebSocket })
  onTestFinished(() => second.stop())
  const key = await createPairingKey((length) => crypto.getRandomValues(new Uint8Array(length)))
  const pairing = createPairing({ key, now: Date.now })

  const first = await dapp.propose({ optionalNamespaces: asked, pairing })
  wallet.send({ type: 'linkGiven', text: pairing.pairingUri })
  await untilScreen(wallet, 'proposal')
  wallet.send({ type: 'riskAccepted', isAccepted: true })
  wallet.send({ type: 'acceptChosen' })
  const session = await first.approval
  await untilScreen(wallet, 'done')
  wallet.send({ type: 'dismissed' })

  const refused = expect(
    second.propose({ optionalNamespaces: asked, pairing }).then(({ approval }) => approval),
  ).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code: 1006 } })
  wallet.send({ type: 'linkGiven', text: pairing.pairingUri })
  await expect
    .poll(() => wallet.getState().screen)
    .toMatchObject({ status: 'home', failure: { code: 'pairing_expired' } })
  await refused
  expect(await askToSign(wallet, session)).toMatchObject({ host: 'app.example', origin: 'mismatch' })
  await wallet.stop()

  const later = await openWallet({ storage, checkOrigin })
  expect(await askToSign(later, session)).toMatchObject({ host: 'app.example', origin: 'mismatch' })
})

test('T-31: another request by the same link after a refusal is checked again', async () => {
  const checkOrigin = async ({ url }: OriginClaim) => (url === 'https://own.example' ? 'mismatch' : 'valid')
  const wallet = await openWallet({ checkOrigin })
  const metadata = { name: 'Our App', description: '', url: 'https://own.example', icons: [] }
  const second = createSignClient({ relayUrl, metadata, createWebSocket })
  onTestFinished(() => second.stop())
  const key = await createPairingKey((length) => crypto.getRandomValues(new Uint8Array(length)))
  const pairing = createPairing({ key, now: Date.now })

  const first = await dapp.propose({ optionalNamespaces: asked, pairing })
  wallet.send({ type: 'linkGiven', text: pairing.pairingUri })
  expect((await untilScreen(wallet, 'proposal')).peer.origin).toBe('valid')
  wallet.send({ type: 'refuseChosen' })
  await expect(first.approval).rejects.toMatchObject({ code: 'proposal_rejected' })
  await untilScreen(wallet, 'done')
  wallet.send({ type: 'dismissed' })

  const again = await second.propose({ optionalNamespaces: asked, pairing })
  await again.published
  // The wallet already listens, so the request can still be on its way.
  const look = async () => {
    wallet.send({ type: 'linkGiven', text: pairing.pairingUri })
    await expect.poll(() => wallet.getState().screen.status).not.toBe('pairing')
    return wallet.getState().screen
  }
  await expect.poll(look).toMatchObject({ status: 'proposal', peer: { host: 'own.example', origin: 'mismatch' } })
  wallet.send({ type: 'riskAccepted', isAccepted: true })
  wallet.send({ type: 'acceptChosen' })
  const session = await again.approval
  expect(session.pairingTopic).toBe(pairing.topic)
  await untilScreen(wallet, 'done')
  wallet.send({ type: 'dismissed' })
  expect(wallet.getState().sessions).toHaveLength(1)
})
