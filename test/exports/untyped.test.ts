import * as link from '@hawser/link'
import * as linkNode from '@hawser/link/node'
import * as sign from '@hawser/sign'
import * as signOrigin from '@hawser/sign/origin'
import * as wire from '@hawser/wire'
import * as wireInternal from '@hawser/wire/internal'
import { expect, test } from 'vitest'

/**
 * Checks calls without types. Each exported function gets the arguments of a correct call, in which each field is in turn
 * undefined, null, a number, an empty string, an object or a list. The result must be one of our errors that names the field,
 * or a value without text like "undefined".
 */
type Row = {
  readonly names: readonly string[]
  readonly args: readonly unknown[]
  /** Refusals that explain the fault without naming a field: the values do not fit together as a whole. */
  readonly unnamed?: RegExp
  /** The JSON form uses null for omitted fields. */
  readonly hasNulls?: true
}

const bytes32 = new Uint8Array(32).fill(1)
const topic = 'ab'.repeat(32)
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const accountId = `eip155:1:${address}` as const
const chains = ['eip155:1'] as const
const times = {
  issuedAt: '2026-11-21T12:00:00.000Z',
  expirationTime: '2026-11-21T12:05:00.000Z',
  notBefore: '2026-11-21T12:00:00Z',
}
const text = {
  domain: 'app.example',
  statement: 'Hello.',
  uri: 'https://app.example/',
  nonce: 'abcdefgh1',
  requestId: 'a',
  resources: ['https://app.example/'],
  ...times,
}
const message = { ...text, address, chainId: '1' }
const request = { ...text, chains, methods: ['personal_sign'] }
const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const solanaAccount = `${solanaChain}:8sbwsw9cnbGTy8L4CN8guhQ4fU3T8D4Qiq71f72ECbKe` as const
const { resources: _, ...bare } = text
const solanaRequest = { ...bare, chains: [solanaChain] as const, methods: [] }
const recap = { personal_sign: { chains } }
const cacao = wire.createCacao({ request, accountId, signature: `0x${'ab'.repeat(65)}` })
const namespaces = { eip155: { chains, accounts: [accountId], methods: ['personal_sign'], events: ['chainChanged'] } }
const proposed = { eip155: { chains, methods: ['personal_sign'], events: ['chainChanged'] } }
const listing = wire.parseListing({ id: 'm', name: 'M', mobile: { native: 'm://' } })
const browser = {
  ios: { template: 'https://a.example/?c={chain}&url={urlEncoded}', confidence: 'high' },
  namespaces: ['eip155'],
  parameters: { eip155: '60' },
}
const handoff = { id: 'A'.repeat(24), secret: 'a'.repeat(43), expiresAt: 1 }
const manifest = { version: 1, createdAt: 1, expiresAt: 2, total: 0, pages: [], digests: topic }
const claims = {
  clientId: wire.formatClientId(bytes32),
  subject: topic,
  audience: 'wss://relay.example',
  issuedAtSeconds: 1,
  expiresAtSeconds: 2,
}
const claim = { domain: 'a.example', topic, issuedAt: 1, expiresAt: 2 }
const row = (names: string, ...args: readonly unknown[]): Row => ({ names: names.split(' '), args })
const challengeId = 'A'.repeat(24)

const ofWire: Readonly<Record<string, Row>> = {
  accountOfCacao: row('cacao', cacao),
  accountsOf: row('namespaces', namespaces),
  addressOf: row('options', { peer: '1.2.3.4', forwardedFor: '1.2.3.4', trustedProxies: 1 }),
  asInteger: row('value min max', 1, 0, 2),
  asObject: row('value', {}),
  asString: row('value maxLength', 'a', 2),
  asStrings: row('value maxItems maxLength', ['a'], 2, 2),
  canonicalAccountId: row('accountId', accountId),
  canonicalChainId: row('chainId', 'eip155:1'),
  chainsOf: row('key namespace', 'eip155', proposed.eip155),
  checkCacao: { ...row('cacao request', cacao, request), unnamed: /another request|asked for|does not follow|ReCap/ },
  checkGranted: row('required granted', proposed, namespaces),
  checkNamespaces: { ...row('value', namespaces), unnamed: /must be an array of texts|needs an account/ },
  checkProperties: row('properties reason', {}, { code: 1, message: 'a' }),
  cleanWalletName: row('text', 'W'),
  clientAuthInput: row('claims', claims),
  createCacao: row('params', { request, accountId, signature: '0xab' }),
  decodeBitcoinAddress: row('text', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
  decodeBitcoinSignature: row('text', 'AUI='),
  decodeSolanaAddress: row('text', '1'.repeat(32)),
  decodeSolanaSignature: row('text', '1'.repeat(64)),
  decodeUtf8: row('bytes', bytes32),
  defaultRecap: row('request', request),
  field: { ...row('object name', { a: 1 }, 'a'), hasNulls: true },
  formatAuthenticationMessage: row('request accountId recap', request, accountId, wire.defaultRecap(request)),
  formatBase58: row('bytes', bytes32),
  formatBrowserLink: row('links system page', browser, 'ios', {
    ...{ address: 'https://a.example/', appName: 'A', namespace: 'eip155' },
  }),
  formatCacaoMessage: { ...row('cacao', cacao), unnamed: /does not follow|ReCap/ },
  formatCaip122Message: row('namespace message', 'eip155', message),
  formatClientAuth: row('claims sign', claims, () => new Uint8Array(64)),
  formatClientId: row('publicKey', bytes32),
  formatDelivery: row('idToken subscriptionId delivery', '1', 's', {
    ...{ topic, message: 'a', publishedAt: 1, tag: 1, attestation: 'a' },
  }),
  formatHandoffToken: row('token', handoff),
  formatIrnError: row('error', new wire.InvalidIrnFrameError('a', 1, 'b', '1')),
  formatIrnRequest: row('idToken method params', '1', 'irn_x', {}),
  formatIrnResult: { ...row('idToken result', '1', true), hasNulls: true },
  formatListing: { ...row('listing', listing), hasNulls: true },
  formatListingQuery: row('query', wire.parseListingQuery(new URLSearchParams())),
  formatManifest: row('manifest', manifest),
  formatOriginKeys: row('keys', [topic]),
  formatOriginStatement: row('statement', { ...claim, signature: 'ab'.repeat(64) }),
  formatFrontLink: row('link', 'quay://wc?uri='),
  formatPairingLink: row('link pairingUri', 'quay://', 'wc:a@2'),
  formatPairingUri: row('pairing', { topic, symKey: topic, expiresAt: 1000, methods: ['a'] }),
  formatRecap: row('recap', recap),
  formatSignedManifest: row('signed', { text: 'a', signature: new Uint8Array(64), publicKey: topic }),
  formatSiweMessage: row('message', message),
  formatSolanaChain: row('chainId', solanaChain),
  formatSolanaSignIn: row('request accountId', solanaRequest, solanaAccount),
  isAccountId: row('text', accountId),
  isChainId: row('text', 'eip155:1'),
  isListingId: row('text', 'm'),
  isNamespace: row('text', 'eip155'),
  isRecap: row('resource', 'urn:recap:a'),
  isRecapMethod: row('method', 'personal_sign'),
  isTopic: row('value', topic),
  joinClientAuth: row('input signature', 'a.b', new Uint8Array(64)),
  listingDigestInput: { ...row('listing', listing), hasNulls: true },
  manifestSigningInput: row('text', 'a'),
  mergeRecaps: row('recaps', [recap]),
  namespaceOf: row('id', 'eip155:1'),
  namespacesOfCacaos: row('cacaos', [cacao]),
  namespacesOfChain: row('namespaces chainId', namespaces, 'eip155:1'),
  narrowRecap: row('asked supported', recap, { methods: ['personal_sign'], chains }),
  nearestName: row('given known', 'a', ['a']),
  originSigningInput: row('statement', claim),
  ownerKeyOf: row('accountId', accountId),
  parseAccountId: row('value', accountId),
  parseAddress: row('text', '1.2.3.4'),
  parseAuthenticationChallenge: row('value', { challengeId, authentication: request, expiresAt: 1 }),
  parseAuthenticationRequest: { ...row('value', request), unnamed: /has a chain, methods by their names/ },
  parseBrowserLinks: row('value', browser),
  parseBrowserTemplate: row('value', browser.ios.template),
  parseCacao: row('value isStrict', cacao, true),
  parseCaip122Message: row('namespace text', 'eip155', wire.formatSiweMessage(message)),
  parseChainId: row('value', 'eip155:1'),
  parseChallengeRequest: row('value', { purpose: 'link', accountId, walletName: 'W' }),
  parseChallengeResponse: row('value', { challengeId, message: 'm', expiresAt: 1 }),
  parseClientAuth: row(
    'value',
    wire.formatClientAuth(claims, () => new Uint8Array(64)),
  ),
  parseClientFrame: row('text', '{"id":1,"jsonrpc":"2.0","result":true}'),
  parseClientId: row('clientId', claims.clientId),
  parseHandoffDigits: row('value', { digits: '123456' }),
  parseHandoffGrant: row('value', {
    ...{ grant: 'a'.repeat(43), label: 'alice', domain: 'app.example', chains: ['eip155:1'], expiresAt: 1 },
  }),
  parseHandoffHop: row('value', { ...handoff, namespaces: ['eip155'] }),
  parseHandoffPhoneStatus: row('value', { state: 'waiting', expiresAt: 1 }),
  parseHandoffRequest: row('value', { namespaces: ['eip155'] }),
  parseHandoffSecret: row('value', { secret: handoff.secret }),
  parseHandoffStart: row('value', { ...handoff, address: 'https://app.example/handoff#h=a' }),
  parseHandoffStatus: row('value', { state: 'waiting', version: 1, expiresAt: 1, isOpenedOnPhone: false }),
  readHandoffEnd: row('value', 'time'),
  parseHandoffToken: row('address', 'https://app.example/handoff'),
  parseHistoryQuery: row('query', new URLSearchParams()),
  parseLinkErrorBody: row('value', { code: 'a', message: 'b', reason: 'c' }),
  parseLinkedWallet: row('value', { id: 'a', accountId, linkedAt: 1 }),
  parseLinkedWallets: row('value', { wallets: [{ id: 'a', accountId, linkedAt: 1 }] }),
  parseListing: row('value', { id: 'm', name: 'M' }),
  parseListingPage: row('value', { listings: [{ id: 'm', name: 'M' }], total: 1 }),
  parseListingQuery: row('params', new URLSearchParams()),
  parseNamespaces: { ...row('value', namespaces), unnamed: /must be an array of texts|needs an account/ },
  parseNativeLink: row('value', 'm://'),
  parseOptionalNamespaces: row('value', proposed),
  parseOriginKeys: row('value', { keys: [topic] }),
  parseOriginStatement: { ...row('value', { ...claim, signature: 'ab'.repeat(64) }), unnamed: /from when to when/ },
  parseOriginStatementRequest: row('value', { topic }),
  parsePairingUri: row('value', wire.formatPairingUri({ topic, symKey: topic, expiresAt: 1000, methods: [] })),
  parseProof: row('value', { purpose: 'link', challengeId, signature: '0x' }),
  parseProperties: row('params', { sessionProperties: { a: 'b' } }),
  parseProposalNamespaces: { ...row('value', proposed), unnamed: /must be an array of texts|must not be empty/ },
  parseRecap: row('resource isStrict', wire.formatRecap(recap), true),
  parseRelayAddress: row('value', 'wss://relay.example'),
  parseRelayFrame: row('text', '{"id":1,"jsonrpc":"2.0","result":true}'),
  parseSignedManifest: row('value', { manifest: wire.formatManifest(manifest) }),
  parseSiweMessage: row('text', wire.formatSiweMessage(message)),
  parseSolanaSignIn: row('value', solanaRequest),
  parseWalletChange: row('value', { label: 'W' }),
  parseWalletHistory: row('value', { events: [{ number: 1, type: 'linked', at: 1, accountId }] }),
  parseUrl: row('text', 'https://a.example'),
  parseWebLink: row('value', 'https://a.example'),
  readBitcoinSignature: row('text', 'AUI='),
  readHexDigits: row('text', 'ab'),
  readSolanaSignature: row('text', '1'.repeat(64)),
  readReason: { ...row('value', { code: 5000, message: 'No.', data: { list: [1] } }), hasNulls: true },
  recapOf: row('request', request),
  tidyNativeLink: row('text', 'Quay:'),
}

// Types cover the functions whose options are functions and stores. For functions that write or read a text, each field is
// checked.
const ofSign: Readonly<Record<string, Row>> = {
  createDappClient: row('options'),
  createMemoryStorage: row(''),
  createPairing: row(''),
  createPairingKey: row(''),
  createSignClient: row('options'),
  createWebStorage: row(''),
  grantNamespaces: {
    ...row('params', {
      proposal: { requiredNamespaces: proposed, optionalNamespaces: {} },
      supported: { eip155: { ...proposed.eip155, accounts: [accountId] } },
    }),
    unnamed: /must be an array of texts|Namespaces must be an object|must not be empty|Unsupported|Namespace \w+ must/,
  },
  checkOrigin: row('options'),
  originClaim: row('asked'),
  parseOriginUrl: row('text', 'https://app.example'),
}

const ofLink: Readonly<Record<string, Row>> = {
  addressOf: row('options', { peer: '1.2.3.4', forwardedFor: '1.2.3.4', trustedProxies: 1 }),
  createLazyLink: row('open', async () => {}),
  createLink: row('options', {
    ...{ publicUrl: 'https://app.example', hostUser: async () => undefined, chains, isLoginFactor: true },
    store: await link.openSqliteLinkStore({ file: ':memory:' }),
  }),
  withPeerAddress: row('request address', new Request('https://app.example/'), '1.2.3.4'),
  openPostgresLinkStore: row('options'),
  openSqliteLinkStore: row('options'),
  printFailure: row('error'),
  createFastifyPlugin: row('link'),
  createNodeHandler: row('link'),
  nodeRequestOf: row('request', new Request('https://app.example/')),
}

const bad = [undefined, null, 7, '', {}, []] as const
type Path = readonly (string | number)[]

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path
  if (path.length > 5 || typeof value !== 'object' || value === null) return
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  if (!isPlain) return
  for (const [key, item] of Object.entries(value).slice(0, Array.isArray(value) ? 1 : 50))
    if (key !== 'store') yield* pathsOf(item, [...path, Array.isArray(value) ? Number(key) : key])
}

function replaceAt(value: unknown, [head, ...rest]: Path, to: unknown): unknown {
  if (head === undefined) return to
  if (Array.isArray(value)) return value.map((item, index) => (index === head ? replaceAt(item, rest, to) : item))
  const object = value as Readonly<Record<string, unknown>>
  return { ...object, [head]: replaceAt(object[String(head)], rest, to) }
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Readonly<Record<string, unknown>>)?.[String(key)], value)
}

const plain = (words: string) => words.toLowerCase().replace(/[^a-z0-9]/g, '')

function shown(result: unknown): string {
  if (result instanceof Uint8Array) return new TextDecoder().decode(result)
  return typeof result === 'string' || result instanceof URLSearchParams
    ? String(result)
    : (JSON.stringify(result) ?? '')
}

/** Returns the fault in the outcome of a call with one wrong field, or undefined for a correct outcome. */
function faultOf(
  call: () => unknown,
  { unnamed, hasNulls }: Row,
  wanted: readonly string[],
  isWhole: boolean,
): string | undefined {
  try {
    const result = shown(call())
    return (hasNulls ? /undefined|NaN|\[object/ : /undefined|null|NaN|\[object/).test(result)
      ? `gives ${result.slice(0, 80)}`
      : undefined
  } catch (error) {
    if (!(error instanceof wire.BaseError)) return `throws ${String(error).slice(0, 90)}`
    const words = plain(error.message)
    const isNamed =
      isWhole || wanted.some((name) => words.includes(plain(name))) || unnamed?.test(error.message) === true
    return isNamed ? undefined : `names none of ${wanted.join(', ')}: ${error.message}`
  }
}

const modules = [
  ['@hawser/wire', { ...wire, ...wireInternal }, ofWire],
  ['@hawser/sign', { ...sign, ...signOrigin }, ofSign],
  ['@hawser/link', { ...link, ...linkNode }, ofLink],
] as const

test.each(modules)('every exported function of %s has a row, also a new one', (_, exported, rows) => {
  const isFunction = (value: unknown) => typeof value === 'function' && !(value.prototype instanceof Error)
  const names = Object.entries(exported).flatMap(([name, value]) => (isFunction(value) ? [name] : []))
  expect(Object.keys(rows).sort()).toEqual(names.sort())
})

const cases = modules.flatMap(([of, exported, rows]) =>
  Object.entries(rows).map(([name, given]) => [of, name, Reflect.get(exported, name), given] as const),
)

test.each(cases)('%s %s: an odd field is an error of ours with its name', (_, __, call, given) => {
  const faults: string[] = []
  for (const path of pathsOf(given.args)) {
    const [index = 0, ...inner] = path
    const isWhole = inner.length === 0
    const key = [...inner].reverse().find((part) => typeof part === 'string')
    const within = Object.keys(Object(valueAt(given.args, path)))
    const wanted = [String(key ?? given.names[Number(index)]), ...within]
    for (const value of bad) {
      const args = replaceAt(given.args, path, value) as unknown[]
      const fault = faultOf(() => call(...args), given, wanted, isWhole)
      if (fault !== undefined) faults.push(`${path.join('.')} = ${JSON.stringify(value)} ${fault}`)
    }
  }
  expect(faults).toEqual([])
})

const constructors = [
  'createLink',
  'openSqliteLinkStore',
  'openPostgresLinkStore',
  'createNodeHandler',
  'createFastifyPlugin',
] as const

test.each(constructors)('%s without options is an error of ours', async (name) => {
  const call = Reflect.get({ ...link, ...linkNode }, name) as (options: unknown) => unknown
  for (const options of bad.slice(0, 4)) {
    const refused = await Promise.resolve()
      .then(() => call(options))
      .catch((error: unknown) => error)
    expect(refused, JSON.stringify(options)).toBeInstanceOf(wire.BaseError)
  }
})
