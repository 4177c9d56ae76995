import { createDemoWallet, type DemoWallet, type DemoWalletOptions } from '@hawser/app-wallet/headless'
import { createRelay, type Relay } from '@hawser/relay'
import { createMemoryStorage, createSignClient, type Session, type SignClient, type Storage } from '@hawser/sign'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { untilScreen, untilState } from '@hawser/test-kit/untilState'
import {
  type ChainId,
  formatPairingUri,
  formatSiweMessage,
  parseAccountId,
  parsePairingUri,
  reasons,
} from '@hawser/wire'
import { asObject } from '@hawser/wire/internal'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseBip122Account } from '../../packages/link/src/verifiers/bip122.ts'
import { verifyBip122Proof } from '../../packages/link/src/verifiers/bip122Proof.ts'
import { parseSolanaAccount, verifySolanaProof } from '../../packages/link/src/verifiers/solana.ts'

// The demo wallet without its page, our dapp role and our relay, over real sockets on loopback.

const accountKey = 'test-account'
/** The public phrase of development nodes, its first account, and that account's signature from another library. */
const publicPhrase = `${'test '.repeat(11)}junk`
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const signedElsewhere = await mnemonicToAccount(publicPhrase).signMessage({ message: 'Some data' })
const storedAccounts = JSON.stringify([{ phrase: publicPhrase, index: 0, isImported: true, number: 1 }])
const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoinChain = 'bip122:000000000019d6689c085ae165831e93'
const asked = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign', 'eth_sendTransaction'], events: [] },
} as const

const toHex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

let relay: Relay
let relayUrl: string
let dapp: SignClient
let wallet: DemoWallet
let stored: Map<string, string>
const started: DemoWallet[] = []

/** Creates a storage whose values the test can read. */
function createOpenStorage(values: Map<string, string>): Storage {
  return {
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    remove: async (key) => void values.delete(key),
    keys: async () => [...values.keys()],
  }
}

function openWallet(more: Partial<DemoWalletOptions> = {}): DemoWallet {
  const opened = createDemoWallet({
    relayUrl,
    url: 'https://wallet.example',
    storage: createOpenStorage(stored),
    createWebSocket,
    guardMs: 0,
    ...more,
  })
  started.push(opened)
  return opened
}

async function failureAfter(text: string) {
  wallet.send({ type: 'linkGiven', text })
  const { screen } = await untilState(wallet, ({ screen }) => screen.status === 'home' && screen.failure !== undefined)
  return screen.status === 'home' ? screen.failure?.code : undefined
}

/** Stops the wallet, so that everything is written. Only the account and the client's own seed may remain, and no pairing. */
async function expectNoTrace(): Promise<void> {
  await wallet.stop()
  expect([...stored.keys()].sort()).toEqual(['seed', accountKey])
}

async function connect(): Promise<Session> {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  wallet.send({ type: 'linkGiven', text: proposed.pairingUri })
  await untilScreen(wallet, 'proposal')
  wallet.send({ type: 'acceptChosen' })
  const session = await proposed.approval
  await untilScreen(wallet, 'done')
  return session
}

function ask(session: Session, text: string): Promise<unknown> {
  return dapp.request({
    topic: session.topic,
    chainId: 'eip155:1',
    request: { method: 'personal_sign', params: [toHex(text), address] },
  })
}

beforeEach(async () => {
  relay = createRelay({ logger: createRunLogger() })
  relayUrl = (await relay.listen({ port: 0, host: '127.0.0.1' })).url
  stored = new Map([[accountKey, storedAccounts]])
  dapp = createSignClient({
    relayUrl,
    metadata: { name: 'Our App', description: '', url: 'https://app.example/start', icons: [] },
    createWebSocket,
  })
  wallet = openWallet()
  await untilScreen(wallet, 'home')
})

afterEach(async () => {
  await Promise.all([dapp.stop(), ...started.splice(0).map((opened) => opened.stop())])
  await relay.stop()
})

test('demo wallet: shows app and request, connects, shows the text, and signs it as others do', async () => {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  wallet.send({ type: 'linkGiven', text: `https://wallet.example/wc?uri=${encodeURIComponent(proposed.pairingUri)}` })
  const { proposal, grant } = await untilScreen(wallet, 'proposal')
  expect(proposal.proposer.metadata).toMatchObject({ name: 'Our App', url: 'https://app.example/start' })
  expect(grant).toMatchObject({ chains: ['eip155:1'], methods: ['personal_sign'], withheld: ['eth_sendTransaction'] })
  wallet.send({ type: 'acceptChosen' })
  const session = await proposed.approval
  expect(session.namespaces).toEqual({
    eip155: { chains: ['eip155:1'], accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: [] },
  })

  const signature = ask(session, 'Some data')
  const { request } = await untilScreen(wallet, 'request')
  expect(request).toMatchObject({ text: 'Some data', peer: { name: 'Our App', host: 'app.example' }, address })
  wallet.send({ type: 'acceptChosen' })
  expect(await signature).toBe(signedElsewhere)
  expect((await untilScreen(wallet, 'done')).outcome.name).toBe('signed')
  expect(wallet.getState().sessions.map(({ topic }) => topic)).toEqual([session.topic])
})

test('demo wallet: the link API verifies what one account signs on three ecosystems', async () => {
  const optionalNamespaces = {
    ...asked,
    solana: { chains: [solanaChain], methods: ['solana_signMessage'], events: [] },
    bip122: { chains: [bitcoinChain], methods: ['signMessage'], events: [] },
  } as const
  const proposed = await dapp.propose({ optionalNamespaces })
  wallet.send({ type: 'linkGiven', text: proposed.pairingUri })
  const { chosen } = await untilScreen(wallet, 'proposal')
  expect(chosen).toHaveLength(3)
  wallet.send({ type: 'acceptChosen' })
  const { namespaces, topic } = await proposed.approval
  await untilScreen(wallet, 'done')

  const signed = async (chainId: ChainId, method: string, params: unknown) => {
    const answer = dapp.request({ topic, chainId, request: { method, params } })
    expect((await untilScreen(wallet, 'request')).request.text).toBe(text)
    wallet.send({ type: 'acceptChosen' })
    const object = asObject(await answer) ?? {}
    await untilScreen(wallet, 'done')
    wallet.send({ type: 'dismissed' })
    return String(object.signature)
  }
  const text = 'hello world'
  const [solanaId = `${solanaChain}:none` as const] = namespaces.solana?.accounts ?? []
  const pubkey = parseAccountId(solanaId).address
  const onSolana = await signed(solanaChain, 'solana_signMessage', { message: 'StV1DL6CwTryKyV', pubkey })
  expect(
    verifySolanaProof({ message: text, account: parseSolanaAccount(solanaId), signature: onSolana }).canonicalAddress,
  ).toBe(pubkey)

  const [bitcoinId = `${bitcoinChain}:none` as const] = namespaces.bip122?.accounts ?? []
  const { address: account } = parseAccountId(bitcoinId)
  const params = { account, address: account, message: text, protocol: 'bip322' }
  const onBitcoin = Buffer.from(await signed(bitcoinChain, 'signMessage', params), 'hex').toString('base64')
  expect(JSON.stringify(wallet.getState())).not.toMatch(/junk|secret|signers/)
  expect(
    verifyBip122Proof({ message: text, account: parseBip122Account(bitcoinId), signature: onBitcoin }).canonicalAddress,
  ).toBe(account)
})

test('demo wallet: its state never holds a key', async () => {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  const { symKey } = parsePairingUri(proposed.pairingUri)
  const seen: string[] = []
  wallet.subscribe(() => seen.push(JSON.stringify(wallet.getState())))
  wallet.send({ type: 'linkGiven', text: proposed.pairingUri })
  await untilScreen(wallet, 'proposal')
  wallet.send({ type: 'acceptChosen' })
  await untilScreen(wallet, 'done')
  expect(seen.length).toBeGreaterThan(2)
  for (const state of seen) {
    expect(state).not.toContain(symKey)
    expect(state).not.toContain('junk')
  }
})

test('demo wallet: a rejected app gets the refusal and nothing else', async () => {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  wallet.send({ type: 'linkGiven', text: proposed.pairingUri })
  await untilScreen(wallet, 'proposal')
  wallet.send({ type: 'refuseChosen' })
  await expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code: 5000 } })
  expect((await untilScreen(wallet, 'done')).outcome.name).toBe('rejected')
  expect(wallet.getState().sessions).toEqual([])
})

test('demo wallet: answers a refused signature with 4001', async () => {
  const session = await connect()
  const signature = ask(session, 'Some data')
  await untilScreen(wallet, 'request')
  wallet.send({ type: 'refuseChosen' })
  await expect(signature).rejects.toMatchObject({ code: 'request_rejected', reason: reasons.userRejectedRequest })
})

test('demo wallet: refuses a sign-in text for another domain without a question', async () => {
  const session = await connect()
  const signIn = (domain: string) =>
    formatSiweMessage({
      domain,
      address,
      statement: `Link this wallet to the account visitor-1 on ${domain}. This costs nothing and moves no funds.`,
      uri: `https://${domain}`,
      chainId: '1',
      nonce: 'abcdefgh12345678',
      issuedAt: '2026-11-21T07:00:00.000Z',
      expirationTime: '2026-11-21T07:05:00.000Z',
      notBefore: undefined,
      requestId: undefined,
      resources: undefined,
    })
  await expect(ask(session, signIn('bank.example'))).rejects.toMatchObject({
    code: 'request_rejected',
    reason: { code: 4100 },
  })
  const { request } = await untilScreen(wallet, 'blocked')
  expect(request.signIn).toEqual({ status: 'domain_mismatch', domain: 'bank.example' })

  wallet.send({ type: 'dismissed' })
  const signature = ask(session, signIn('app.example'))
  expect((await untilScreen(wallet, 'request')).request.signIn.status).toBe('matching')
  wallet.send({ type: 'acceptChosen' })
  expect(await signature).toMatch(/^0x[0-9a-f]{130}$/)
})

test.each([
  ['another ecosystem', 5100, { solana: { chains: ['solana:mainnet'], methods: [], events: [] } }],
  ['transactions', 5101, { eip155: { chains: ['eip155:1'], methods: ['eth_sendTransaction'], events: [] } }],
] as const)('demo wallet: answers an app that requires %s with %i', async (_name, code, requiredNamespaces) => {
  const proposed = await dapp.propose({ requiredNamespaces })
  wallet.send({ type: 'linkGiven', text: proposed.pairingUri })
  await expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code } })
  expect((await untilScreen(wallet, 'done')).outcome.name).toBe('unsupported')
})

test.each([
  ['garbage', 'garbage', 'invalid_pairing_uri'],
  ['nothing', '', 'invalid_pairing_uri'],
  ['a web address', 'https://example.com/wc?uri=', 'invalid_pairing_uri'],
  ['a link of version 1', `wc:${'a'.repeat(64)}@1?bridge=x&key=${'b'.repeat(64)}`, 'invalid_pairing_uri'],
  [
    'a topic that is not the hash of its key',
    formatPairingUri({ topic: 'a'.repeat(64), symKey: 'b'.repeat(64), expiresAt: undefined, methods: [] }),
    'invalid_pairing_uri',
  ],
])('demo wallet: refuses %s with a code and leaves no trace', async (_name, text, code) => {
  expect(await failureAfter(text)).toBe(code)
  await expectNoTrace()
})

test('demo wallet: refuses a link that expired long ago with a code and leaves no trace', async () => {
  const { pairingUri } = await dapp.propose({ optionalNamespaces: asked })
  const expired = formatPairingUri({ ...parsePairingUri(pairingUri), expiresAt: Date.now() - 3_601_000 })
  expect(await failureAfter(expired)).toBe('pairing_expired')
  await expectNoTrace()
})

test('demo wallet: a link without a waiting dapp ends with a code', async () => {
  const stranger = createSignClient({
    relayUrl: 'ws://127.0.0.1:1',
    metadata: { name: 'Unreachable', description: '', url: 'https://app.example', icons: [] },
    createWebSocket,
  })
  const { pairingUri } = await stranger.propose({ optionalNamespaces: asked })
  wallet = openWallet({ proposalWaitMs: 300, storage: createMemoryStorage() })
  await untilScreen(wallet, 'home')
  expect(await failureAfter(pairingUri)).toBe('proposal_missing')
  await stranger.stop()
})

test('demo wallet: a cancelled link does not come back as a question', async () => {
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  wallet.send({ type: 'linkGiven', text: proposed.pairingUri })
  wallet.send({ type: 'dismissed' })
  const shown = new Set<string>()
  wallet.subscribe(() => {
    const { screen } = wallet.getState()
    if (screen.status === 'proposal') shown.add(screen.proposal.pairingTopic)
  })
  await proposed.published
  // By now the messages of the first link have arrived on the same socket.
  const second = await dapp.propose({ optionalNamespaces: asked })
  wallet.send({ type: 'linkGiven', text: second.pairingUri })
  await untilScreen(wallet, 'proposal')
  expect([...shown]).toEqual([second.pairingTopic])
})

test('demo wallet: shows a request that came while it was closed when it opens', async () => {
  const session = await connect()
  await wallet.stop()
  const signature = ask(session, 'Some data')
  wallet = openWallet()
  await untilScreen(wallet, 'request')
  expect(wallet.getState().sessions.map(({ topic }) => topic)).toEqual([session.topic])
  wallet.send({ type: 'acceptChosen' })
  expect(await signature).toBe(signedElsewhere)
})

test('demo wallet: asks an unanswered request again after a reload', async () => {
  const session = await connect()
  const signature = ask(session, 'Some data')
  await untilScreen(wallet, 'request')
  await wallet.stop()
  wallet = openWallet()
  await untilScreen(wallet, 'request')
  wallet.send({ type: 'acceptChosen' })
  expect(await signature).toBe(signedElsewhere)
})

test('demo wallet: disconnecting notifies the app', async () => {
  const session = await connect()
  const deleted = new Promise((resolve) => dapp.on('sessionDeleted', resolve))
  wallet.send({ type: 'disconnectChosen', topic: session.topic })
  expect(wallet.getState().sessions).toEqual([])
  expect(await deleted).toMatchObject({ topic: session.topic, reason: { code: 6000 } })
})

test('demo wallet: an app that disconnects takes its open question with it', async () => {
  const session = await connect()
  const signature = ask(session, 'Some data')
  signature.catch(() => {})
  await untilScreen(wallet, 'request')
  await dapp.disconnect({ topic: session.topic })
  expect((await untilScreen(wallet, 'failed')).failure.code).toBe('session_ended')
  expect(wallet.getState().sessions).toEqual([])
})

test('demo wallet: a reset ends the sessions and makes another account', async () => {
  const session = await connect()
  const deleted = new Promise((resolve) => dapp.on('sessionDeleted', resolve))
  wallet.send({ type: 'dismissed' })
  wallet.send({ type: 'resetChosen' })
  wallet.send({ type: 'resetConfirmed' })
  expect(await deleted).toMatchObject({ topic: session.topic })
  await untilScreen(wallet, 'home')
  const made = { address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), origin: 'created' }
  expect(wallet.getState()).toMatchObject({ sessions: [], accounts: [made] })
  expect(wallet.getState().accounts[0]?.address).not.toBe(address)
  expect(stored.get(accountKey)).not.toBe(storedAccounts)
})

test('demo wallet: keeps an unreadable account, and replaces it only on request', async () => {
  stored.set(accountKey, 'damaged')
  wallet = openWallet()
  expect((await untilScreen(wallet, 'failed')).failure.code).toBe('account_unreadable')
  expect(stored.get(accountKey)).toBe('damaged')
  wallet.send({ type: 'resetChosen' })
  wallet.send({ type: 'resetConfirmed' })
  await untilScreen(wallet, 'home')
  expect(stored.get(accountKey)?.startsWith('[{"phrase":')).toBe(true)
})

test('demo wallet: another tab takes over', async () => {
  let takeOver = () => {}
  wallet = openWallet({
    claim: async (onTakenOver) => {
      takeOver = onTakenOver
    },
  })
  await untilScreen(wallet, 'home')
  takeOver()
  expect(wallet.getState().screen.status).toBe('elsewhere')
  wallet.send({ type: 'scanChosen' })
  expect(wallet.getState().screen.status).toBe('elsewhere')
})

test('demo wallet: a yes in the first moment counts for nothing', async () => {
  wallet = openWallet({ guardMs: 50, storage: createMemoryStorage() })
  await untilScreen(wallet, 'home')
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  wallet.send({ type: 'linkGiven', text: proposed.pairingUri })
  const { isArmed } = await untilScreen(wallet, 'proposal')
  expect(isArmed).toBe(false)
  wallet.send({ type: 'acceptChosen' })
  expect(wallet.getState().screen.status).toBe('proposal')
  await untilState(wallet, ({ screen }) => screen.status === 'proposal' && screen.isArmed)
  wallet.send({ type: 'acceptChosen' })
  await proposed.approval
})
