import type { AuthenticationRequest, ChainId } from '@hawser/wire'
import { formatAuthenticationMessage } from '@hawser/wire'
import { createSignInMessage } from '@solana/wallet-standard-util'
import { describe, expect, test } from 'vitest'
import { createTimers } from '../../platform/timers.fixture.ts'
import { createInjectedConnector } from './injected.ts'
import type { PageConnector, RequestApproval } from './pageConnector.ts'
import { createStandardConnector } from './standardConnector.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const challengeId = 'a'.repeat(24)
const fields = {
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: '0123456789abcdef',
  issuedAt: '2026-11-26T12:00:00.000Z',
  expirationTime: '2026-11-26T12:05:00.000Z',
  requestId: challengeId,
  statement: 'Link this wallet to the account alice on app.example.',
}
const never = () => new Promise<never>(() => {})
const throwing = (thrown: unknown) => () => {
  throw thrown
}

/** Creates a `requestApproval` that issues a challenge for the requested chains, as the link API does. */
function createApproval(chains: readonly ChainId[]) {
  const asked: (readonly ChainId[])[] = []
  const requestApproval: RequestApproval = async ({
    chains: wanted,
    parse = (value) => value as AuthenticationRequest,
  }) => {
    asked.push(wanted)
    return { challengeId, authentication: parse({ ...fields, chains, methods: [] }), expiresAt: 1 }
  }
  return { asked, requestApproval }
}

/** A make of wallets that share accounts and a proof in one prompt. `answer` gets the wallet's request. */
type Make = {
  readonly kind: string
  readonly method: string
  readonly chains: readonly ChainId[]
  readonly accountId: string
  readonly signature: string
  /** Returns the answer of an honest wallet, whose text `alter` changes. */
  readonly honest: (request: object, alter?: (text: string) => string) => unknown
  open(answer: (request: object) => unknown): {
    readonly asked: string[]
    readonly timers: ReturnType<typeof createTimers>
    readonly connector: PageConnector
    readonly rdns: string
  }
}

const solanaAddress = '8sbwsw9cnbGTy8L4CN8guhQ4fU3T8D4Qiq71f72ECbKe'
const base64 = 'nDVBVRoeRbQiwAb3b15PjZqGeg4UIl17hTsDBLoN/jScmZiXS1f1uZIq0s7RM5Wa17drkuvnPN1ofjN6663iDA=='
const solanaAccount = {
  address: solanaAddress,
  publicKey: new Uint8Array(32),
  chains: ['solana:mainnet'],
  features: [],
}

const signIn: Make = {
  kind: 'solana:signIn',
  method: 'signIn',
  chains: [solana, devnet],
  accountId: `${solana}:${solanaAddress}`,
  signature: '48974CEUJTkeS2LsqNLkWKNLvFS1MHVaXJafRPeF7zoFyGLVmWWTKTXU317nd21Vkq7ohAmXyGXhUj2GzZ9zz4p3',
  honest: (request, alter = (text) => text) => {
    // Wallets are built with this library, which writes the text.
    const input = request as Parameters<typeof createSignInMessage>[0]
    const text = new TextDecoder().decode(createSignInMessage({ ...input, address: solanaAddress }))
    const signedMessage = new TextEncoder().encode(alter(text))
    return [{ account: solanaAccount, signedMessage, signature: Uint8Array.from(Buffer.from(base64, 'base64')) }]
  },
  open(answer) {
    const timers = createTimers()
    const asked: string[] = []
    const rdns = 'standard-quay'
    const wallet = {
      emitter: undefined,
      accounts: () => [solanaAccount],
      connect() {
        asked.push('connect')
        return { accounts: [solanaAccount] }
      },
      signIn(input: object) {
        asked.push('signIn')
        return answer(input)
      },
      signMessage: () => asked.push('signMessage'),
    }
    const discovery = { standardOf: () => wallet, wallets: () => [{ uuid: '', name: 'Quay', icon: undefined, rdns }] }
    const connector = createStandardConnector({ ...timers, chains: [solana, devnet], discovery: () => discovery })
    return { timers, asked, connector, rdns }
  },
}

const ethereumAddress = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const hex = `0x${'11'.repeat(65)}`

/** Opens a page with an extension that announces itself under `rdns`. */
function openEthereum(rdns: string, answer: (request: object) => unknown) {
  const timers = createTimers()
  const asked: string[] = []
  const provider = {
    request({ method, params = [] }: { readonly method: string; readonly params?: readonly unknown[] }): unknown {
      asked.push(method)
      if (method === 'wallet_connect') return answer(Object(params[0]))
      return method === 'eth_chainId' ? '0x1' : [ethereumAddress]
    },
  }
  const discovery = { providerOf: () => provider, wallets: () => [{ uuid: '', name: 'Quay', icon: undefined, rdns }] }
  const connector = createInjectedConnector({
    ...timers,
    chains: ['eip155:1', 'eip155:10'],
    discovery: () => discovery,
  })
  return { timers, asked, connector, rdns }
}

const walletConnect: Make = {
  kind: 'ERC-7846',
  method: 'wallet_connect',
  chains: ['eip155:1', 'eip155:10'],
  accountId: `eip155:1:${ethereumAddress}`,
  signature: hex,
  honest(request, alter = (text) => text) {
    const { capabilities } = request as { capabilities: { signInWithEthereum: { chainId: string; version: string } } }
    const { chainId, version, ...rest } = capabilities.signInWithEthereum
    expect([version, chainId]).toEqual(['1', '0x1'])
    const authentication = { ...rest, chains: [`eip155:${Number(chainId)}`], methods: [] }
    const text = formatAuthenticationMessage(
      authentication as unknown as AuthenticationRequest,
      `eip155:1:${ethereumAddress}`,
    )
    const signed = { message: alter(text), signature: hex }
    return { accounts: [{ address: ethereumAddress, capabilities: { signInWithEthereum: signed } }] }
  },
  open: (answer) => openEthereum('app.base.account', answer),
}

describe.each([signIn, walletConnect])('$kind', (make) => {
  const { method, chains, accountId, signature, honest } = make

  function start(
    answer: (request: object) => unknown = honest,
    more: Partial<{ requestApproval: RequestApproval }> = {},
  ) {
    const page = make.open(answer)
    const stop = new AbortController()
    const approval = createApproval(chains)
    const connect = () =>
      page.connector.connect({
        rdns: page.rdns,
        requestApproval: approval.requestApproval,
        signal: stop.signal,
        ...more,
      })
    return { ...page, stop, approvals: approval.asked, connect }
  }

  test('one prompt gives account and proof', async () => {
    const { connect, asked, approvals, timers } = start()
    expect(await connect()).toMatchObject({
      walletName: 'Quay',
      accountId,
      proof: { purpose: 'oneTap', challengeId, accountId, signature, walletName: 'Quay' },
    })
    expect([asked, approvals, timers.open()]).toEqual([[method], [chains], 0])
  })

  test.each<[string, (text: string) => string]>([
    ['another account of the site', (text) => text.replace('alice', 'mallory')],
    ['no statement', (text) => text.replace(/\nLink [^\n]*\n/, '')],
    ['another domain', (text) => text.replace('app.example', 'evil.example')],
    ['another chain', (text) => text.replace(/Chain ID: [^\n]*/, 'Chain ID: 7')],
    ['another nonce', (text) => text.replace('Nonce: 0', 'Nonce: 1')],
    ['another time', (text) => text.replace('12:05', '12:06')],
    ['no end', (text) => text.replace(/\nExpiration Time: [^\n]*/, '')],
    ['no request id', (text) => text.replace(/\nRequest ID: [^\n]*/, '')],
    ['a resource', (text) => `${text}\nResources:\n- https://evil.example/`],
    ['a line break more', (text) => `${text}\n`],
    ['nothing', () => ''],
  ])('T-44 a wallet that signed a text with %s shares its account but proves nothing', async (_, alter) => {
    const { connect } = start((request) => honest(request, alter))
    const connected = await connect()
    expect([connected.accountId, connected.proof]).toEqual([accountId, undefined])
  })

  test.each<[string, () => unknown]>([
    ['throws a text', throwing('boom')],
    ['throws nothing', throwing(undefined)],
    ['does not know the method', throwing({ code: -32601, message: 'x' })],
    ['does not support the method', throwing({ code: 4200, message: 'x' })],
    ['does not support it by words', throwing(new Error('Method not supported'))],
    ['refuses the parameters', throwing({ code: -32602, message: 'ChainId mismatch' })],
    ['answers an error', () => ({ error: { code: -32601, message: 'x' } })],
    ['answers nothing', () => undefined],
    ['answers null', () => null],
    ['answers a text', () => 'ok'],
    ['answers an empty list', () => []],
    ['answers an empty object', () => ({})],
    ['answers lists of nothing', () => ({ accounts: [null] })],
  ])('a wallet that %s gets the usual requests', async (_, answer) => {
    const { connect, asked, timers } = start(answer)
    const connected = await connect()
    expect([connected.accountId, connected.proof]).toEqual([accountId, undefined])
    expect(asked.slice(0, 2)).toEqual([method, make === signIn ? 'connect' : 'eth_requestAccounts'])
    expect(timers.open()).toBe(0)
  })

  test.each<[string, unknown]>([
    ['a code', { code: 4001, message: 'x' }],
    ['words', new Error('User rejected the request.')],
  ])('a visitor’s refusal by %s is final: no other request follows', async (_, thrown) => {
    const { connect, asked } = start(throwing(thrown))
    await expect(connect()).rejects.toMatchObject({ code: 'extension_declined' })
    expect(asked).toEqual([method])
  })

  test('gives up on a silent wallet after five minutes, and requests nothing else', async () => {
    const { connect, asked, timers } = start(never)
    const connecting = connect()
    const rejected = expect(connecting).rejects.toMatchObject({ code: 'extension_silent' })
    await timers.advance(300_000)
    await rejected
    expect([asked, timers.open()]).toEqual([[method], 0])
  })

  test('without a text to sign it requests only the account', async () => {
    const refused = start(honest, { requestApproval: () => Promise.reject(new Error('no')) })
    expect((await refused.connect()).proof).toBeUndefined()
    expect(refused.asked).not.toContain(method)
    const page = make.open(honest)
    const signal = new AbortController().signal
    expect((await page.connector.connect({ rdns: page.rdns, signal })).proof).toBeUndefined()
    expect(page.asked).not.toContain(method)
  })

  test('T-66 a silent link API delays a wallet by three seconds', async () => {
    const { connect, asked, timers } = start(honest, { requestApproval: never })
    const connecting = connect()
    await timers.advance(2_999)
    expect(asked).toEqual([])
    await timers.advance(1)
    expect((await connecting).proof).toBeUndefined()
    expect([asked.includes(method), timers.open()]).toEqual([false, 0])
  })

  test('an abandoned request settles at once', async () => {
    for (const [answer, more] of [
      [never, {}],
      [honest, { requestApproval: never }],
    ] as const) {
      const { connect, stop, timers } = start(answer, more)
      const connecting = connect()
      await timers.settle()
      stop.abort()
      await expect(connecting).rejects.toMatchObject({ name: 'AbortError' })
      expect(timers.open()).toBe(0)
    }
  })
})

test.each([
  ['shares it again', true],
  ['does not', false],
])('a Wallet Standard wallet that forgot its account gets a second request, and %s', async (_, isShared) => {
  const timers = createTimers()
  const asked: string[] = []
  let accounts: readonly object[] = []
  const wallet = {
    emitter: undefined,
    accounts: () => accounts,
    connect() {
      asked.push('connect')
      if (isShared) accounts = [solanaAccount]
      return { accounts }
    },
    signIn: undefined,
    signMessage() {
      asked.push('signMessage')
      return [{ signature: Uint8Array.from(Buffer.from(base64, 'base64')) }]
    },
  }
  const discovery = { standardOf: () => wallet, wallets: () => [] }
  const connector = createStandardConnector({ ...timers, chains: [solana], discovery: () => discovery })
  const accountId = `${solana}:${solanaAddress}` as const
  const signal = new AbortController().signal
  const signing = connector.signMessage({ rdns: 'standard-quay', accountId, message: 'Ahoy', signal })
  if (isShared) expect(await signing).toBe(signIn.signature)
  else await expect(signing).rejects.toMatchObject({ code: 'account_not_granted' })
  expect(asked).toEqual(isShared ? ['connect', 'signMessage'] : ['connect'])
  expect(timers.open()).toBe(0)
})

test('solana:signIn: the text may follow the header of an off-chain message', async () => {
  const header = `\u00ffsolana offchain\u0000`
  const page = signIn.open((request) => signIn.honest(request, (text) => `${header}${text}`))
  const { requestApproval } = createApproval([solana])
  const signal = new AbortController().signal
  expect((await page.connector.connect({ rdns: page.rdns, requestApproval, signal })).proof).toMatchObject({
    accountId: signIn.accountId,
  })
})

test.each([
  [[solana], 'mainnet'],
  [[devnet], undefined],
])('solana:signIn: for %j the wallet gets the chain %s', async (chains, expected) => {
  const inputs: object[] = []
  const page = signIn.open((input) => {
    inputs.push(input)
    return signIn.honest(input)
  })
  const { requestApproval } = createApproval(chains as readonly ChainId[])
  const signal = new AbortController().signal
  const { proof } = await page.connector.connect({ rdns: page.rdns, requestApproval, signal })
  expect(proof?.accountId).toBe(`${chains[0]}:${solanaAddress}`)
  expect(inputs).toEqual([{ ...fields, version: '1', ...(expected !== undefined && { chainId: expected }) }])
})

test.each(['io.metamask', 'com.coinbase.wallet', 'app.base.account.evil', 'injected'])(
  'ERC-7846: not used with a wallet that does not document the method (%s)',
  async (rdns) => {
    const page = openEthereum(rdns, throwing(new Error('asked')))
    const { requestApproval, asked } = createApproval(['eip155:1'])
    const signal = new AbortController().signal
    await page.connector.connect({ rdns, requestApproval, signal })
    expect([page.asked, asked]).toEqual([['eth_requestAccounts', 'eth_chainId'], []])
  },
)

test('ERC-7846: the text decides the address’s form, and other accounts are shared beside it', async () => {
  const other = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const page = openEthereum('App.Base.Account.', (request) => {
    const { accounts } = walletConnect.honest(request) as { accounts: readonly { address: string }[] }
    return { accounts: [...accounts.map((each) => ({ ...each, address: each.address.toLowerCase() })), other] }
  })
  const { requestApproval } = createApproval(['eip155:1', 'eip155:10'])
  const signal = new AbortController().signal
  expect(await page.connector.connect({ rdns: page.rdns, requestApproval, signal })).toMatchObject({
    accountId: `eip155:1:${ethereumAddress}`,
    accounts: [
      `eip155:1:${ethereumAddress}`,
      `eip155:1:${other}`,
      `eip155:10:${ethereumAddress}`,
      `eip155:10:${other}`,
    ],
    proof: { signature: hex },
  })
})
