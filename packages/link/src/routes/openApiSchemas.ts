import { handoffWalletLimit, linkLimits, type Purpose } from '@hawser/wire'

/** A JSON Schema, or a part of one. */
export type Schema = { readonly [name: string]: unknown }

/** A text of at most this many characters. */
export const text = (maxLength: number): Schema => ({ type: 'string', maxLength })
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
    'The proof was sent before and the answer was lost: the answer is the wallet it linked. Without it a proof used twice is 404.',
}
const signature: Schema = {
  ...text(16_386),
  description: 'Hex, base58 or base64, as the wallet gave it. "0x" alone: what a contract agreed to on its chain.',
}
const name: Schema = { ...text(linkLimits.walletNameLength), minLength: 1 }
const accountName: Schema = {
  ...text(64),
  description:
    'How the text names the account of the host app: show it, for the visitor to compare it with the wallet. Not in a text to sign in.',
}
/** Refers to one of `schemas` by its name. */
export const ref = (schema: string): Schema => ({ $ref: `#/components/schemas/${schema}` })

/** An object with exactly these fields. Fields whose name ends in "?" are optional. */
function object(fields: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(fields).map(([key, schema]) => [key.replace(/\?$/, ''), schema] as const)
  const required = Object.keys(fields).filter((key) => !key.endsWith('?'))
  return { type: 'object', properties: Object.fromEntries(entries), required, additionalProperties: false }
}

const handoffId: Schema = { type: 'string', pattern: '^[A-Za-z0-9]{22,64}$' }
const secret: Schema = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$', description: '256 bits, never logged.' }
const handoffState: Schema = { enum: ['waiting', 'opened', 'proven', 'linked', 'refused', 'expired', 'elsewhere'] }
const handoffEnd: Schema = {
  enum: ['declined', 'cancelled', 'digits', 'taken', 'time', 'elsewhere'],
  description: 'Why it ended without a link.',
}

const word: Schema = { type: 'string', pattern: '^[a-z0-9]+(_[a-z0-9]+)*$' }
const topic: Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' }

const purpose = (is: Purpose): Schema => ({ const: is })
const signatureFor = (is: Purpose): Schema => object({ purpose: purpose(is), challengeId, signature })

/** The schemas of request and answer bodies, by name. */
export const schemas: Readonly<Record<string, Schema>> = {
  Error: object({
    code: word,
    message: text(1024),
    'reason?': { ...word, description: 'Which of the causes of the code.' },
  }),
  ChallengeRequest: {
    oneOf: [
      object({ purpose: purpose('link'), accountId, 'walletName?': { ...text(1024), type: ['string', 'null'] } }),
      object({ purpose: purpose('signIn'), accountId }),
      object({ purpose: purpose('unlink'), walletId: { ...text(64), description: 'The id of a linked wallet.' } }),
      object({ purpose: purpose('release'), accountId }),
      object({
        purpose: purpose('oneTap'),
        chains: { type: 'array', items: text(64), minItems: 1, maxItems: 64 },
        methods: { type: 'array', items: text(64), maxItems: 32 },
      }),
    ],
  },
  Challenge: {
    oneOf: [
      object({
        challengeId,
        message: text(linkLimits.messageLength),
        expiresAt: time,
        'account?': accountName,
        'othersMaySign?': {
          type: 'boolean',
          const: true,
          description:
            'The text lives longer than five minutes (`challengeLifetimeSeconds`): say that others may have to sign.',
        },
      }),
      object({
        challengeId,
        authentication: {
          type: 'object',
          description: 'For wc_sessionAuthenticate, or for solana:signIn where the chains are of Solana.',
        },
        expiresAt: time,
        'account?': accountName,
      }),
    ],
  },
  LinkSignature: signatureFor('link'),
  SignInSignature: signatureFor('signIn'),
  UnlinkSignature: signatureFor('unlink'),
  ReleaseSignature: signatureFor('release'),
  Proof: {
    oneOf: [
      object({ purpose: purpose('link'), challengeId, signature, 'again?': again }),
      object({
        purpose: purpose('oneTap'),
        challengeId,
        'again?': again,
        cacao: { type: 'object', description: 'CAIP-74, as the wallet answered.' },
        'walletName?': { ...text(1024), type: ['string', 'null'] },
      }),
      object({
        purpose: purpose('oneTap'),
        challengeId,
        accountId,
        signature,
        'again?': again,
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
    'via?': { const: 'handoff', description: 'Linked from another screen than the wallet’s.' },
  }),
  HandoffRequest: object({
    'namespaces?': {
      type: 'array',
      items: { type: 'string', pattern: '^[-a-z0-9]{3,8}$' },
      minItems: 1,
      maxItems: 8,
      description: 'Of which an account is wanted; all that are linked here where it is absent.',
    },
  }),
  HandoffStart: object({
    id: handoffId,
    secret,
    address: {
      ...text(2048),
      description: 'What the code says: the page of the phone, with the secret in its fragment.',
    },
    expiresAt: time,
  }),
  HandoffStatus: object({
    state: handoffState,
    version: { type: 'integer', minimum: 1, description: 'For `?after=`.' },
    expiresAt: time,
    isOpenedOnPhone: { type: 'boolean', description: 'While it is true another start would end what goes on there.' },
    isWithoutWallet: { type: 'boolean', description: 'The page is open in a browser without a wallet.' },
    'accountId?': accountId,
    'walletName?': name,
    'attemptsLeft?': { type: 'integer', minimum: 0, maximum: 3 },
    'reason?': handoffEnd,
    'wallet?': ref('LinkedWallet'),
  }),
  HandoffDigits: object({ digits: { ...text(32), pattern: '^[\\s-]*(?:[0-9][\\s-]*){6}$' } }),
  HandoffSecret: object({ secret }),
  HandoffHop: object({
    secret,
    expiresAt: time,
    namespaces: {
      type: 'array',
      items: text(8),
      minItems: 1,
      maxItems: 8,
      description: 'Of which an account is wanted.',
    },
    allowsUntested: { type: 'boolean', description: 'Links that nobody vouches for are offered too.' },
    wallets: {
      type: 'array',
      items: ref('HandoffWallet'),
      maxItems: handoffWalletLimit,
      description: 'The host app’s own, from its configuration, before those that the page knows.',
    },
  }),
  HandoffWallet: object({
    id: text(64),
    name: text(64),
    app: { type: 'object', description: 'Where it can be had, by the store’s name.', additionalProperties: text(2048) },
    browser: {
      type: 'object',
      description: 'Links that open a page in the wallet’s own browser, as a listing of the registry has them.',
    },
  }),
  HandoffGrant: object({
    grant: { ...secret, description: 'For `Authorization: Handoff <grant>`.' },
    label: { ...text(256), description: 'The account of the host app, as the text to sign names it.' },
    domain: text(259),
    chains: { type: 'array', items: text(64), minItems: 1, maxItems: 64 },
    expiresAt: time,
  }),
  HandoffAccount: object({
    purpose: purpose('link'),
    accountId,
    'walletName?': { ...text(1024), type: ['string', 'null'] },
  }),
  HandoffPhoneStatus: object({
    state: handoffState,
    expiresAt: time,
    'digits?': { type: 'string', pattern: '^[0-9]{6}$', description: 'To be typed on the screen that started.' },
    'reason?': handoffEnd,
  }),
  History: object({
    events: { type: 'array', items: ref('WalletEvent'), maxItems: linkLimits.historyPage },
    'before?': { type: 'integer', minimum: 1, description: 'Asks for the next page; absent on the last.' },
  }),
}
