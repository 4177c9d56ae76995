import { join } from 'node:path'
import { createDemoWallet } from '@hawser/app-wallet/headless'
import { createLinker, type Linker, type RelayLinkerOptions } from '@hawser/core'
import { createLink, type Link, openSqliteLinkStore } from '@hawser/link'
import { createRelay } from '@hawser/relay'
import { type Authentication, createSignClient, type SignClient, type WalletRequest } from '@hawser/sign'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { untilFlow, untilScreen, untilState } from '@hawser/test-kit/untilState'
import {
  type AccountId,
  type Cacao,
  createCacao,
  formatAuthenticationMessage,
  formatRecap,
  narrowRecap,
  recapOf,
} from '@hawser/wire'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, onTestFinished, test } from 'vitest'
import { unlimited } from '../../packages/link/src/options/unlimited.fixture.ts'

// One-tap from the button to the row: linker, our relay, our wallet role, and the link API over its own store.
const origin = 'http://localhost:4400'
/** Creates a key in memory, with its `personal_sign`. */
function createKey(seed: number) {
  const secretKey = new Uint8Array(32).fill(seed)
  const publicKey = secp256k1.getPublicKey(secretKey, false)
  const address = `0x${Buffer.from(keccak_256(publicKey.subarray(1)).subarray(12)).toString('hex')}`
  const sign = (text: string) => {
    const bytes = Buffer.from(text)
    const prefixed = Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes])
    const signature = secp256k1.sign(keccak_256(prefixed), secretKey, { prehash: false, format: 'recovered' })
    const [recovery = 0, ...rest] = signature
    return `0x${Buffer.from([...rest, 27 + recovery]).toString('hex')}`
  }
  return { address, accountOn: (chain: string): AccountId => `eip155:${chain}:${address}`, sign }
}
const key = createKey(7)

function cacaoOf({ request }: Authentication, chain = '1', signer = key): Cacao {
  const chains = [`eip155:${chain}`] as const
  const recap = formatRecap(narrowRecap(recapOf(request), { methods: ['personal_sign'], chains }))
  const accountId = signer.accountOn(chain)
  return createCacao({
    request,
    accountId,
    recap,
    signature: key.sign(formatAuthenticationMessage(request, accountId, recap)),
  })
}

async function start(
  more: Groups<RelayLinkerOptions> = {},
  refuses: (request: Request) => Promise<Response | undefined> = async () => undefined,
) {
  const folder = temporaryFolder()
  const relay = createRelay({ logger: createRunLogger() })
  const { url: relayUrl } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const store = await openSqliteLinkStore({ file: join(folder, 'link.sqlite') })
  const asked: string[] = []
  const link: Link = createLink({
    store,
    rateLimits: unlimited,
    domain: 'localhost:4400',
    uri: `${origin}/`,
    allowedOrigins: [origin],
    chains: ['eip155:1', 'eip155:10'],
    hostUser: async () => ({ id: 'alice', label: 'alice' }),
  })
  const linker = createLinker(
    mergeGroups<RelayLinkerOptions>(
      {
        relay: { url: relayUrl },
        link: { url: `${origin}/link`, oneTap: true },
        chains: ['eip155:1', 'eip155:10'],
        metadata: { name: 'Our App', description: '', url: origin, icons: [] },
        world: {
          platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
          createWebSocket,
          fetch: async (input, init) => {
            const request = new Request(input, init)
            const headers = new Headers(request.headers)
            headers.set('origin', origin)
            const text = await request.text()

            // Every opening requests the current user, so those requests are left out.
            if (request.method !== 'HEAD')
              asked.push(`${new URL(request.url).pathname} ${Object.keys(JSON.parse(text || '{}')).join()}`)
            const own = new Request(request.url.replace(`${origin}/link`, origin), {
              method: request.method,
              headers,
              ...(text !== '' && { body: text }),
            })
            return (await refuses(own.clone())) ?? link.fetch(own)
          },
        },
      },
      more,
    ),
  )
  const clients: { stop(): Promise<void> }[] = []
  const metadata = { name: 'Our Wallet', description: '', url: 'https://wallet.example', icons: [] }
  const createWallet = () => {
    const wallet = createSignClient({ relayUrl, metadata, createWebSocket, authenticates: true })
    clients.push(wallet)
    return wallet
  }
  const createPlainWallet = () => {
    const wallet = createSignClient({ relayUrl, metadata, createWebSocket })
    clients.push(wallet)
    return wallet
  }
  const createDemo = () => {
    const wallet = createDemoWallet({ relayUrl, url: 'https://wallet.example', createWebSocket, guardMs: 0 })
    clients.push(wallet)
    return wallet
  }
  onTestFinished(async () => {
    linker.stop()
    await Promise.all(clients.map((client) => client.stop()))
    await relay.stop()
    await store.stop()
  })
  linker.open()
  const uri = async () => (await untilState(linker, (state) => state.relay === 'acknowledged')).pairingUri ?? ''
  return { linker, link, asked, createWallet, createPlainWallet, createDemo, uri }
}

const ended = (linker: Linker) => untilFlow(linker, 'linked', 'failed')

function toAuthentication(asked: WalletRequest): Authentication {
  if (asked.kind !== 'authentication') throw new Error('A request to sign in was expected.')
  return asked
}

/** Grants the proposal, and signs every later request. */
async function approveAndSign(wallet: SignClient, pairingUri: string): Promise<string[]> {
  const signed: string[] = []
  wallet.on('sessionRequest', ({ topic, id, params }) => {
    const text = Buffer.from(String((params as string[])[0]).slice(2), 'hex').toString()
    signed.push(text)
    wallet.respond({ topic, requestId: id, response: { result: key.sign(text) } }).catch(() => {})
  })
  const { id } = await wallet.pair({ pairingUri })
  const accounts = [key.accountOn('1')]
  await wallet.approve({
    proposalId: id,
    namespaces: { eip155: { accounts, methods: ['personal_sign'], events: [] } },
  })
  return signed
}

test('one-tap: one question on the wallet, and the row is written', async () => {
  const { linker, link, asked, createWallet, uri } = await start()
  const wallet = createWallet()
  const requests: unknown[] = []
  wallet.on('sessionRequest', (request) => requests.push(request))
  const pairingUri = await uri()
  expect(pairingUri).toContain('&methods=wc_sessionAuthenticate')
  const authentication = toAuthentication(await wallet.pair({ pairingUri }))
  expect(authentication.requester.metadata.name).toBe('Our App')
  expect(authentication.request.statement).toContain("Link this wallet to the account 'alice' on localhost:4400.")
  await wallet.approveAuthentication({ requestId: authentication.id, cacaos: [cacaoOf(authentication)] })
  expect(await ended(linker)).toMatchObject({ status: 'linked', wallet: { walletName: 'Our Wallet' } })
  const rows = await link.linkedWallets('alice')
  expect(rows.map(({ accountId }) => accountId.toLowerCase())).toEqual([key.accountOn('1')])
  expect(asked).toEqual([
    '/link/challenges purpose,chains,methods',
    '/link/proofs purpose,challengeId,cacao,walletName',
  ])
  // T-32: the page used the session only to get the proof, and asked for nothing else.
  await expect.poll(() => wallet.sessions()).toEqual([])
  expect(requests).toEqual([])
})

test('one-tap: CACAOs of several accounts, on several chains', async () => {
  const { linker, link, createWallet, uri } = await start()
  const wallet = createWallet()
  const authentication = toAuthentication(await wallet.pair({ pairingUri: await uri() }))
  const cacaos = [cacaoOf(authentication, '10'), cacaoOf(authentication, '1')]
  const session = await wallet.approveAuthentication({ requestId: authentication.id, cacaos })
  expect(session.namespaces.eip155?.accounts).toEqual([key.accountOn('10'), key.accountOn('1')])
  expect(await ended(linker)).toMatchObject({ status: 'linked' })
  expect((await link.linkedWallets('alice')).map(({ accountId }) => accountId.slice(0, 10))).toEqual(['eip155:10:'])
})

test('a wallet that does not know the method takes the proposal beside it: approve, then sign', async () => {
  const { linker, asked, createPlainWallet, uri } = await start()
  const signed = await approveAndSign(createPlainWallet(), await uri())
  expect(await ended(linker)).toMatchObject({ status: 'linked' })
  expect(signed).toHaveLength(1)
  expect(asked.at(-1)).toBe('/link/proofs purpose,challengeId,signature')
})

test('the wallet declines: the page says so, and the next code asks again', async () => {
  const { linker, asked, createWallet, uri } = await start()
  const firstUri = await uri()
  const wallet = createWallet()
  const first = toAuthentication(await wallet.pair({ pairingUri: firstUri }))
  await wallet.rejectAuthentication({ requestId: first.id })
  const next = await untilState(linker, ({ pairingUri, relay }) => pairingUri !== firstUri && relay === 'acknowledged')
  expect(next.flow).toMatchObject({ status: 'choosing', pairing: { replaces: 'declined' } })
  const again = toAuthentication(await createWallet().pair({ pairingUri: next.pairingUri ?? '' }))
  // The request is stored and sent again, because it is unanswered.
  expect(again.request.requestId).toBe(first.request.requestId)
  expect(asked).toEqual(['/link/challenges purpose,chains,methods'])
})

test('the link API refuses, or does not answer in time: makes the code again without it', async () => {
  for (const refuses of [
    async (request: Request) =>
      request.url.endsWith('/challenges') && (await request.clone().text()).includes('chains')
        ? Response.json({ code: 'not_signed_in', message: '' }, { status: 401 })
        : undefined,
    async (request: Request) =>
      (await request.clone().text()).includes('chains') ? new Promise<never>(() => {}) : undefined,
  ]) {
    const { linker, createPlainWallet } = await start({}, refuses)
    const { pairingUri } = await untilState(linker, (state) => state.relay === 'acknowledged')
    expect(pairingUri).not.toContain('methods=')
    await approveAndSign(createPlainWallet(), pairingUri ?? '')
    expect(await ended(linker)).toMatchObject({ status: 'linked' })
  }
})

test('refuses a signature of another account: asks the wallet to sign as usual', async () => {
  const { linker, link, asked, createWallet, uri } = await start()
  const wallet = createWallet()
  const texts: string[] = []
  wallet.on('sessionRequest', ({ topic, id, params }) => {
    const text = Buffer.from(String((params as string[])[0]).slice(2), 'hex').toString()
    texts.push(text)
    wallet.respond({ topic, requestId: id, response: { result: key.sign(text) } }).catch(() => {})
  })
  const authentication = toAuthentication(await wallet.pair({ pairingUri: await uri() }))
  const cacao = cacaoOf(authentication)
  const broken = { ...cacao, s: { ...cacao.s, s: `0x${'11'.repeat(65)}` } }
  await wallet.approveAuthentication({ requestId: authentication.id, cacaos: [broken] })
  expect(await ended(linker)).toMatchObject({ status: 'linked' })
  expect(texts).toHaveLength(1)
  expect(asked.map((line) => line.split(' ')[1])).toEqual([
    'purpose,chains,methods',
    'purpose,challengeId,cacao,walletName',
    'purpose,accountId,walletName',
    'purpose,challengeId,signature',
  ])
  expect(await link.linkedWallets('alice')).toHaveLength(1)
})

test('the demo wallet shows app, request and text; one tap connects and signs', async () => {
  const { linker, link, createDemo, uri } = await start()
  const wallet = createDemo()
  await untilScreen(wallet, 'home')
  wallet.send({ type: 'linkGiven', text: await uri() })
  expect(await untilScreen(wallet, 'signIn')).toMatchObject({
    chains: ['eip155:1', 'eip155:10'],
    methods: ['personal_sign'],
    request: { peer: { name: 'Our App', host: 'localhost:4400' }, signIn: { status: 'matching' } },
  })
  wallet.send({ type: 'acceptChosen' })
  expect(await untilScreen(wallet, 'done')).toMatchObject({ outcome: { name: 'signedIn' } })
  expect(await ended(linker)).toMatchObject({ status: 'linked', wallet: { walletName: 'Hawser Demo Wallet' } })
  expect((await link.linkedWallets('alice')).map(({ accountId }) => accountId)).toEqual([
    `eip155:1:${wallet.getState().accounts[0]?.address}`,
  ])
  await expect.poll(() => wallet.getState().sessions).toEqual([])
})

test('the demo wallet declines when its person does', async () => {
  const { linker, createDemo, uri } = await start()
  const wallet = createDemo()
  await untilScreen(wallet, 'home')
  wallet.send({ type: 'linkGiven', text: await uri() })
  await untilScreen(wallet, 'signIn')
  wallet.send({ type: 'refuseChosen' })
  expect(await untilScreen(wallet, 'done')).toMatchObject({ outcome: { name: 'rejected' } })
  await untilState(linker, ({ flow }) => flow.status === 'choosing' && flow.pairing?.replaces === 'declined')
})

test('T-33 the demo wallet refuses a text that names another site than the app’s', async () => {
  const metadata = { name: 'Our App', description: '', url: 'https://app.example', icons: [] }
  const { linker, createDemo, uri } = await start({ metadata })
  const wallet = createDemo()
  await untilScreen(wallet, 'home')
  wallet.send({ type: 'linkGiven', text: await uri() })
  expect(await untilScreen(wallet, 'blocked')).toMatchObject({ request: { signIn: { status: 'domain_mismatch' } } })
  await untilState(linker, ({ flow }) => flow.status === 'choosing' && flow.pairing?.replaces === 'declined')
})
