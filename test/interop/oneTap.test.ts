import { createRelay, type Relay } from '@hawser/relay'
import { createSignClient } from '@hawser/sign'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { untilState } from '@hawser/test-kit/untilState'
import { createCacao, formatAuthenticationMessage, formatRecap, narrowRecap, recapOf } from '@hawser/wire'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestWallet } from '../../packages/link/src/createTestHost.fixture.ts'
import { startLinkPage } from './linkPage.ts'
import { stopAtEnd } from './parties.ts'
import { type Peer, startPeer } from './startPeer.ts'

// One-tap (wc_sessionAuthenticate), with a third-party client on one side, through our relay.
const { address, accountId: account, sign } = createTestWallet(7)
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } as const
let relay: Relay
let relayUrl: string

beforeEach(async () => {
  relay = createRelay({ logger: createRunLogger() })
  relayUrl = (await relay.listen({ port: 0, host: '127.0.0.1' })).url
})

afterEach(() => relay.stop())

async function open(file: string, settings: Readonly<Record<string, string>> = {}): Promise<Peer> {
  return stopAtEnd(await startPeer(file, { RELAY_URL: relayUrl, ...settings }))
}

async function openPage() {
  const page = await startLinkPage(relayUrl, ['eip155:1', 'eip155:10'], { link: { oneTap: true } })
  onTestFinished(() => page.stop())
  return { ...page, uri: await page.open() }
}

type Requested = { id: number; params: { authPayload: { chains: string[]; statement: string; resources: string[] } } }
type Formatted = { payload: unknown; message: string }

describe('our page and walletkit 1.2.10', () => {
  test.each([[['1']], [['10', '1']]])('one question, and the row is written: accounts on %j', async (chains) => {
    const { uri, link, ended } = await openPage()
    const wallet = await open('./walletkitPeer.ts', { AUTHENTICATES: 'yes' })
    await wallet.call('pair', { uri })
    const { id, params } = (await wallet.next('authenticate')) as Requested
    expect(params.authPayload).toMatchObject({ chains: ['eip155:1', 'eip155:10'] })
    const signed: object[] = []
    for (const chain of chains) {
      const iss = `did:pkh:eip155:${chain}:${address}`
      const supported = {
        chains: chains.map((each) => `eip155:${each}`),
        methods: ['personal_sign', 'eth_sendTransaction'],
      }
      const { payload, message } = (await wallet.call('formatAuth', { ...params, ...supported, iss })) as Formatted
      expect(message).toContain("Link this wallet to the account 'alice' on localhost:4400.")
      signed.push({ payload, iss, signature: sign(message) })
    }
    const session = (await wallet.call('approveAuth', { id, signed })) as { topic: string; namespaces: object }
    expect(await ended()).toMatchObject({ status: 'linked', wallet: { walletName: 'Foreign Wallet' } })
    const [row, ...more] = await link.linkedWallets('alice')
    expect([row?.accountId, more]).toEqual([`eip155:${chains[0]}:${address}`, []])
    // The page asked for nothing else, and used the session only to get the proof (T-32).
    expect(await wallet.next('deleted')).toMatchObject({ topic: session.topic })
    expect([wallet.left('request'), wallet.left('proposal')]).toEqual([[], []])
  })

  test('a walletkit without requests to sign in approves the proposal, then signs', async () => {
    const { uri, ended } = await openPage()
    const wallet = await open('./walletkitPeer.ts')
    await wallet.call('pair', { uri })
    const proposal = (await wallet.next('proposal')) as { id: number }
    const namespaces = { eip155: { accounts: [account], methods: ['personal_sign'], events: [] } }
    const topic = await wallet.call('approve', { id: proposal.id, namespaces })
    const request = (await wallet.next('request')) as { id: number; params: { request: { params: string[] } } }
    const text = Buffer.from(request.params.request.params[0]?.slice(2) ?? '', 'hex').toString()
    await wallet.call('respond', { topic, response: { id: request.id, jsonrpc: '2.0', result: sign(text) } })
    expect(await ended()).toMatchObject({ status: 'linked' })
  })

  test('walletkit declines: the page says so with a new code', async () => {
    const { uri, linker } = await openPage()
    const wallet = await open('./walletkitPeer.ts', { AUTHENTICATES: 'yes' })
    await wallet.call('pair', { uri })
    const { id } = (await wallet.next('authenticate')) as Requested
    await wallet.call('rejectAuth', { id })
    const { flow } = await untilState(linker, ({ pairingUri }) => pairingUri !== undefined && pairingUri !== uri)
    expect(flow).toMatchObject({ status: 'choosing', pairing: { replaces: 'declined' } })
  })
})

describe('sign-client 2.21.8 and our wallet', () => {
  const params = {
    chains: ['eip155:1', 'eip155:10'],
    domain: 'app.example',
    uri: 'https://app.example/login',
    nonce: '0123456789abcdef',
    statement: 'Sign in to the app.',
    resources: ['https://app.example/terms'],
    methods: ['personal_sign', 'eth_sendTransaction'],
  }
  const metadata = { name: 'Our Wallet', description: '', url: 'https://wallet.example', icons: [] }

  test('it accepts our CACAO, verifies its signature, and both hold the session', async () => {
    const dapp = await open('./signClientPeer.ts')
    const wallet = createSignClient({ relayUrl, metadata, createWebSocket, authenticates: true })
    onTestFinished(() => wallet.stop())
    const got = await wallet.pair({ pairingUri: String(await dapp.call('authenticate', params)) })
    if (got.kind !== 'authentication') throw new Error('A request to sign in was expected.')
    const { request } = got
    expect(request).toMatchObject({ ...params, methods: ['eth_sendTransaction', 'personal_sign'] })
    const supported = { methods: ['personal_sign'], chains: ['eip155:1', 'eip155:10'] } as const
    const recap = formatRecap(narrowRecap(recapOf(request), supported))
    const cacaos = ([account, `eip155:10:${address}`] as const).map((accountId) =>
      createCacao({
        request,
        accountId,
        recap,
        signature: sign(formatAuthenticationMessage(request, accountId, recap)),
      }),
    )
    const session = await wallet.approveAuthentication({ requestId: got.id, cacaos })
    const answer = (await dapp.next('authenticated')) as { auths: unknown[]; session: { topic: string } }
    expect(answer.auths).toEqual(cacaos)
    expect(answer.session).toMatchObject({
      topic: session.topic,
      namespaces: { eip155: { accounts: [account, `eip155:10:${address}`], methods: ['personal_sign'] } },
      peer: { metadata: { name: 'Our Wallet' } },
    })
    wallet.on('sessionRequest', ({ topic, id }) => {
      wallet.respond({ topic, requestId: id, response: { result: '0xabcd' } }).catch(() => {})
    })
    const request1 = { method: 'personal_sign', params: ['0x68656c6c6f', address] }
    expect(await dapp.call('request', { topic: session.topic, chainId: 'eip155:1', request: request1 })).toBe('0xabcd')
    const deleted = new Promise((resolve) => wallet.on('sessionDeleted', resolve))
    await dapp.call('disconnect', { topic: session.topic })
    expect(await deleted).toMatchObject({ topic: session.topic })
  })

  test('our wallet declines, and it gets the refusal', async () => {
    const dapp = await open('./signClientPeer.ts')
    const wallet = createSignClient({ relayUrl, metadata, createWebSocket, authenticates: true })
    onTestFinished(() => wallet.stop())
    const { id } = await wallet.pair({ pairingUri: String(await dapp.call('authenticate', params)) })
    await wallet.rejectAuthentication({ requestId: id })
    expect(await dapp.next('refused')).toBe('User rejected.')
  })

  test('our wallet without the method takes the proposal beside it', async () => {
    const dapp = await open('./signClientPeer.ts')
    const wallet = createSignClient({ relayUrl, metadata, createWebSocket })
    onTestFinished(() => wallet.stop())
    const { id } = await wallet.pair({ pairingUri: String(await dapp.call('authenticate', params)) })
    const namespaces = { eip155: { ...asked.eip155, accounts: [account] } }
    const { session } = await wallet.approve({ proposalId: id, namespaces })
    expect(await dapp.next('authenticated')).toMatchObject({ session: { topic: session.topic } })
  })
})
