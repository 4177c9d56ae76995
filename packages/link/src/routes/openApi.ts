import { linkLimits, linkPaths, originStatementsPath, signInPath } from '@hawser/wire'

/** A JSON Schema, or a part of one. */
export type Schema = { readonly [name: string]: unknown }

const text = (maxLength: number): Schema => ({ type: 'string', maxLength })
const time: Schema = { type: 'integer', minimum: 0, description: 'Epoch milliseconds.' }
const accountId: Schema = {
  ...text(200),
  pattern: '^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$',
  description: 'CAIP-10.',
}
const challengeId: Schema = { type: 'string', pattern: '^[A-Za-z0-9]{22,64}$' }
const again = {
  const: true,
  description:
    'It was sent before, and the answer was lost: what it linked then is told. Without it a proof used twice is 404.',
}
const signature: Schema = {
  ...text(16_386),
  description: 'Hex after "0x" (eip155), base58 (solana) or base64 (bip122).',
}
const name: Schema = { ...text(linkLimits.walletNameLength), minLength: 1 }
const ref = (schema: string): Schema => ({ $ref: `#/components/schemas/${schema}` })

/** An object of exactly these fields; those whose name ends in "?" may be absent. */
function object(fields: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(fields).map(([key, schema]) => [key.replace(/\?$/, ''), schema] as const)
  const required = Object.keys(fields).filter((key) => !key.endsWith('?'))
  return { type: 'object', properties: Object.fromEntries(entries), required, additionalProperties: false }
}

const topic: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' }

const schemas: Readonly<Record<string, Schema>> = {
  Error: object({ code: { type: 'string', pattern: '^[a-z0-9]+(_[a-z0-9]+)*$' }, message: text(1024) }),
  ChallengeRequest: {
    oneOf: [
      object({ accountId, 'walletName?': { ...text(1024), type: ['string', 'null'] } }),
      object({
        chains: { type: 'array', items: text(64), minItems: 1, maxItems: 64 },
        methods: { type: 'array', items: text(64), maxItems: 32 },
      }),
      object({ unlink: { ...text(64), description: 'The id of a linked wallet.' } }),
      object({ release: accountId }),
      object({ signIn: accountId }),
    ],
  },
  Challenge: {
    oneOf: [
      object({ challengeId, message: text(linkLimits.messageLength), expiresAt: time }),
      object({
        challengeId,
        authentication: { type: 'object', description: 'For wc_sessionAuthenticate.' },
        expiresAt: time,
      }),
    ],
  },
  Signature: object({ challengeId, signature }),
  Proof: {
    oneOf: [
      object({ challengeId, signature, 'again?': again }),
      object({
        challengeId,
        'again?': again,
        cacao: { type: 'object', description: 'CAIP-74, as the wallet answered.' },
        'walletName?': { ...text(1024), type: ['string', 'null'] },
      }),
    ],
  },
  WalletChange: {
    oneOf: [
      object({
        label: { ...text(1024), type: ['string', 'null'], description: '1 to 64 characters; null takes it back.' },
      }),
      object({ isPrimary: { const: true } }),
    ],
  },
  LinkedWallet: object({
    id: text(64),
    accountId,
    'walletName?': name,
    'label?': name,
    isPrimary: { type: 'boolean' },
    linkedAt: time,
    'lastUsedAt?': time,
    status: { enum: ['active', 'stale', 're-prove'], description: 'Only `active` is to be relied on.' },
  }),
  LinkedWallets: object({ wallets: { type: 'array', items: ref('LinkedWallet'), maxItems: linkLimits.wallets } }),
  OriginStatementRequest: object({ topic }),
  OriginStatement: object({
    domain: text(259),
    topic,
    issuedAt: time,
    expiresAt: time,
    signature: { type: 'string', pattern: '^[0-9a-f]{128}$', description: 'ed25519.' },
  }),
  WalletEvent: object({
    number: { type: 'integer', minimum: 1 },
    type: {
      enum: [
        'linked',
        'refreshed',
        'renamed',
        'made-primary',
        'unlinked',
        'released',
        'became-stale',
        'must-re-prove',
        'signed-in',
      ],
    },
    at: time,
    accountId,
    'walletName?': name,
  }),
  History: object({
    events: { type: 'array', items: ref('WalletEvent'), maxItems: linkLimits.historyPage },
    'before?': { type: 'integer', minimum: 1, description: 'Asks for the next page; absent on the last.' },
  }),
}

const meanings: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Made.',
  204: 'Unlinked.',
  400: 'The request is not of the form, or the proof is refused.',
  401: 'Nobody is signed in (or there is no session to sign in from), or a signature of the wallet is asked for.',
  403: 'The request comes from another origin, or nobody can be signed in with this wallet.',
  404: 'There is none of this host user.',
  409: 'It cannot be: another account holds the wallet, there are too many, or it is the last way to sign in.',
  413: 'The body is too large.',
  415: 'The body does not call itself JSON.',
  429: 'Too many requests. Retry-After says when.',
  500: 'Something of the host broke.',
  503: 'A contract account cannot be asked now. Retry-After says when.',
}

function operation(
  summary: string,
  good: readonly [status: number, schema?: string],
  body: string | undefined,
  bad: readonly number[],
) {
  const [status, schema] = good
  const json = (of: string) => ({ 'application/json': { schema: ref(of) } })
  const refusals = bad.map((each) => [
    each,
    {
      description: meanings[each],
      ...(each === 429 || each === 503 ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {}),
      content: json('Error'),
    },
  ])
  return {
    summary,
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: { description: meanings[status], ...(schema === undefined ? {} : { content: json(schema) }) },
      ...Object.fromEntries(refusals),
    },
  }
}

const idParameter = { name: 'id', in: 'path', required: true, schema: text(64) }
const query = (of: string, maximum: number) => ({
  name: of,
  in: 'query',
  schema: { type: 'integer', minimum: 1, maximum },
})
const written = [400, 401, 403, 413, 415, 429, 500] as const

/** The OpenAPI 3.1 document of the link API. packages/link/openapi.json is a copy of it. */
export function formatOpenApi(): string {
  const one = `${linkPaths.wallets}/{id}`
  const paths = {
    [linkPaths.challenges]: {
      post: operation(
        'A text to sign: to link an account, to link whichever approves, to unlink, to take it from other accounts, or to sign in.',
        [201, 'Challenge'],
        'ChallengeRequest',
        [...written, 404, 409],
      ),
    },
    [linkPaths.proofs]: {
      post: operation(
        'The signature over the text of a challenge: links the account.',
        [201, 'LinkedWallet'],
        'Proof',
        [...written, 404, 409, 503],
      ),
    },
    [signInPath]: {
      post: operation(
        'The signature over the text to sign in with: begins a session of the host user who holds the wallet. 404 where the host app has no such sign-in.',
        [200, 'LinkedWallet'],
        'Signature',
        [...written, 404, 503],
      ),
    },
    [linkPaths.wallets]: {
      get: operation('The linked wallets, the oldest link first.', [200, 'LinkedWallets'], undefined, [401, 500]),
    },
    [one]: {
      parameters: [idParameter],
      patch: operation('Renames a wallet, or makes it the primary one.', [200, 'LinkedWallet'], 'WalletChange', [
        ...written,
        404,
      ]),
      delete: operation(
        'Unlinks a wallet, where the session is enough.',
        [204],
        undefined,
        [401, 403, 404, 409, 429, 500],
      ),
    },
    [`${one}/unlink`]: {
      parameters: [idParameter],
      post: operation('Unlinks a wallet by its own signature.', [204], 'Signature', [...written, 404, 409, 503]),
    },
    [`${linkPaths.wallets}/release`]: {
      post: operation(
        'Takes a wallet from whichever other account holds it, by its own signature. Answers alike where none does.',
        [204],
        'Signature',
        [...written, 404, 503],
      ),
    },
    [originStatementsPath]: {
      post: operation(
        'What wallets ask of this domain: that a page of it has made the pairing of this topic. 404 where it is not set up.',
        [201, 'OriginStatement'],
        'OriginStatementRequest',
        [...written, 404],
      ),
    },
    [linkPaths.history]: {
      parameters: [query('before', Number.MAX_SAFE_INTEGER), query('limit', linkLimits.historyPage)],
      get: operation('What happened to the wallets, the latest first.', [200, 'History'], undefined, [400, 401, 500]),
    },
  }
  return JSON.stringify({ ...about, paths, components: { schemas } })
}

const about = {
  openapi: '3.1.0',
  info: {
    title: 'Hawser link',
    version: '1.0.0',
    description:
      'The host app’s own API: a signed-in user proves accounts and keeps them as linked wallets. Who asks is known by the host app’s session; what changes something needs an Origin it allows, and a body that calls itself JSON.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
}
