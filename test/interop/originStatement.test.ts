import { createRelay, type Relay } from '@hawser/relay'
import { createSignClient } from '@hawser/sign'
import { checkOrigin, originClaim, originStatementProperty } from '@hawser/sign/origin'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { untilFlow, untilState } from '@hawser/test-kit/untilState'
import { asObject, asString, field } from '@hawser/wire/internal'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type LinkPage, startLinkPage } from './linkPage.ts'
import { stopAtEnd } from './parties.ts'
import { type Peer, startPeer } from './startPeer.ts'

// Origin statements sent to third-party wallets. The wallets still take the proposal, and find everything they need to check
// the statement.
const account = 'eip155:1:0x1111111111111111111111111111111111111111'
let relay: Relay
let relayUrl: string
let page: LinkPage

beforeEach(async () => {
  relay = createRelay({ logger: createRunLogger() })
  relayUrl = (await relay.listen({ port: 0, host: '127.0.0.1' })).url
})
afterEach(() => relay.stop())

async function open(file: string, settings: Readonly<Record<string, string>> = {}): Promise<Peer> {
  return stopAtEnd(await startPeer(file, { RELAY_URL: relayUrl, ...settings }))
}

async function startPage(oneTap: boolean): Promise<void> {
  const originStatements = { secret: new Uint8Array(32).fill(4) }
  const options = { link: { oneTap, originStatement: true } }
  page = await startLinkPage(relayUrl, ['eip155:1'], options, { originStatements })
  onTestFinished(() => page.stop())
}

/** Checks a statement as a wallet on another client does, by docs/origin-statements.md. */
function check(asker: unknown, params: unknown, topic: unknown, pairingTopic = topic) {
  const metadata = asObject(field(asObject(asker) ?? {}, 'metadata')) ?? {}
  const properties = asObject(field(asObject(params) ?? {}, 'sessionProperties')) ?? {}
  return checkOrigin({
    url: asString(field(metadata, 'url'), 2048) ?? '',
    pairingTopic: asString(pairingTopic, 64) ?? '',
    statement: asString(field(properties, originStatementProperty), 1024),
    knownScams: new Set(),
    fetch: async () => page.link.originKeys(),
    allowsLoopback: true,
  })
}

test('T-31: walletkit 1.2.10 accepts a proposal with a statement, finds it valid, and settles', async () => {
  await startPage(false)
  const wallet = await open('./walletkitPeer.ts')
  await wallet.call('pair', { uri: await page.open() })
  const params = (await wallet.next('proposal')) as { id: number; proposer: unknown; pairingTopic: string }
  expect(await check(params.proposer, params, params.pairingTopic)).toBe('valid')
  expect(await check(params.proposer, params, 'ab'.repeat(32))).toBe('mismatch')
  const namespaces = { eip155: { accounts: [account], methods: ['personal_sign'], events: [] } }
  await wallet.call('approve', { id: params.id, namespaces })
  const flow = await untilFlow(page.linker, 'proving')
  expect(flow.status).toBe('proving')
})

test('T-31: walletkit 1.2.10 accepts a request to sign in with a statement, and finds it valid', async () => {
  await startPage(true)
  const uri = await page.open()
  const wallet = await open('./walletkitPeer.ts', { AUTHENTICATES: 'yes' })
  await wallet.call('pair', { uri })
  type Asked = { id: number; topic: string; params: { requester: unknown; authPayload: { chains: string[] } } }
  const { id, topic, params } = (await wallet.next('authenticate')) as Asked
  expect(params.authPayload.chains).toEqual(['eip155:1'])
  expect(await check(params.requester, params, topic)).toBe('valid')
  await wallet.call('rejectAuth', { id })
  const { flow } = await untilState(page.linker, ({ pairingUri }) => pairingUri !== undefined && pairingUri !== uri)
  expect(flow).toMatchObject({ status: 'choosing', pairing: { replaces: 'declined' } })
})

test('T-31: sign-client 2.21.8 is a mismatch where its domain has keys, else unknown', async () => {
  await startPage(false)
  const dapp = await open('./signClientPeer.ts')
  const metadata = { name: 'Our Wallet', description: '', url: 'https://wallet.example', icons: [] }
  const wallet = createSignClient({ relayUrl, metadata, createWebSocket })
  onTestFinished(() => wallet.stop())
  const namespaces = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }
  const asked = await wallet.pair({ pairingUri: String(await dapp.call('connect', { namespaces })) })
  const options = { ...originClaim(asked), knownScams: new Set<string>() }
  expect(await checkOrigin({ ...options, fetch: async () => new Response(null, { status: 404 }) })).toBe('unknown')
  expect(await checkOrigin({ ...options, fetch: async () => page.link.originKeys() })).toBe('mismatch')
})
