import { base64nopad, base64urlnopad } from '@scure/base'
import { type ChainId, isChainId } from '../caip/caip.ts'
import { given } from '../given.ts'
import { asObject, asStrings, field } from '../read.ts'
import { decodeUtf8 } from '../utf8.ts'
import { InvalidCacaoError } from './signInErrors.ts'

/**
 * The methods that a sign-in text allows (ERC-5573, as wallets write it). Each is allowed on some chains, or without `chains`
 * on the chain that the text is signed for.
 */
export type Recap = Readonly<Record<string, { readonly chains: readonly ChainId[] | undefined }>>

const prefix = 'urn:recap:'
const maxLength = 4096
// Method names are part of a text that a person reads. Its grammar must allow every character (ERC-4361 §statement).
const methodPattern = /^[A-Za-z0-9_-]{1,64}$/
const sentence = 'I further authorize the stated URI to perform the following actions on my behalf: '

/** Whether a resource of a sign-in text is a ReCap. */
export function isRecap(resource: string): boolean {
  return typeof resource === 'string' && resource.startsWith(prefix)
}

/** Whether a method can be named in a ReCap. */
export function isRecapMethod(method: string): boolean {
  return typeof method === 'string' && methodPattern.test(method)
}

/** Writes a ReCap as a resource: base64 of JSON without padding, methods sorted. */
export function formatRecap(recap: Recap): string {
  givenRecap('recap', recap)
  const actions = sortedMethods(recap).map((method) => {
    const chains = recap[method]?.chains
    return [`request/${method}`, [chains === undefined ? {} : { chains }]]
  })
  const text = JSON.stringify({ att: { eip155: Object.fromEntries(actions) } })
  return prefix + base64nopad.encode(new TextEncoder().encode(text))
}

/**
 * Reads a ReCap. With `isStrict` it may only say which methods of `eip155` are allowed on which chains, in canonical JSON.
 * Otherwise other content is dropped, which allows less.
 * @throws InvalidCacaoError
 */
export function parseRecap(resource: string, isStrict: boolean): Recap {
  const { text, value } = decode(resource)
  // The Swift SDK escapes slashes, as JSON allows.
  if (isStrict && JSON.stringify(value) !== text.replaceAll('\\/', '/'))
    refuse('holds something twice, or what it does not need')
  const recap = asObject(value) ?? refuse('is no JSON object')
  const resources = asObject(field(recap, 'att')) ?? refuse('allows nothing')
  const actions = asObject(field(resources, 'eip155')) ?? (isStrict ? refuse('is for no EVM chain') : {})
  if (isStrict && (Object.keys(recap).length > 1 || Object.keys(resources).length > 1)) {
    refuse('allows something else than methods')
  }
  const methods = Object.entries(actions).flatMap(([action, limits]) => {
    const method = action.startsWith('request/') ? action.slice('request/'.length) : ''
    const chains = isRecapMethod(method) ? readLimits(limits) : 'unknown'
    if (chains !== 'unknown') return [[method, { chains }] as const]
    return isStrict ? refuse('limits a method in a way that is not known') : []
  })
  if (isStrict && methods.length === 0) refuse('allows nothing')
  return Object.fromEntries(methods)
}

/** Merges the permissions of several ReCaps: a method is allowed on every chain that one of them names. */
export function mergeRecaps(recaps: readonly Recap[]): Recap {
  given('recaps', recaps, 'list')
  for (const recap of recaps) givenRecap('recaps', recap)
  const methods = [...new Set(recaps.flatMap((recap) => Object.keys(recap)))]
  return Object.fromEntries(
    methods.map((method) => {
      const limits = recaps.filter((recap) => Object.hasOwn(recap, method)).map((recap) => recap[method]?.chains)
      const chains = limits.every((limit) => limit !== undefined) ? [...new Set(limits.flat())] : undefined
      return [method, { chains }]
    }),
  )
}

/** The part of a ReCap that a wallet grants: the methods it supports, on the chains it supports. */
export function narrowRecap(
  asked: Recap,
  supported: { readonly methods: readonly string[]; readonly chains: readonly ChainId[] },
): Recap {
  givenRecap('asked', asked)
  given('supported', supported, { methods: 'texts', chains: 'texts' })
  return Object.fromEntries(
    Object.entries(asked).flatMap(([method, { chains = supported.chains }]) => {
      const granted = chains.filter((chain) => supported.chains.includes(chain))
      return supported.methods.includes(method) && granted.length > 0 ? [[method, { chains: granted }]] : []
    }),
  )
}

/** Whether a ReCap allows no more than another one does on these chains. */
export function isRecapWithin(granted: Recap, asked: Recap, askedChains: readonly ChainId[]): boolean {
  return Object.entries(granted).every(([method, { chains }]) => {
    if (!Object.hasOwn(asked, method)) return false
    const limit = asked[method]?.chains
    // Without a limit, a method is allowed on the chain that the text is signed for.
    if (chains === undefined) return limit === undefined
    return chains.every((chain) => (limit ?? askedChains).includes(chain))
  })
}

/** The statement with the sentence that a text with this ReCap must contain (ERC-5573 §statement). */
export function formatRecapStatement(statement: string | undefined, recap: Recap): string {
  const methods = sortedMethods(recap).map((method) => `'${method}'`)
  const own = `${sentence}(1) 'request': ${methods.join(', ')} for 'eip155'.`
  return statement ? `${statement} ${own}` : own
}

/** Whether a statement already has the sentence of a ReCap: wallets send either form. */
export function hasRecapSentence(statement: string | undefined): boolean {
  return statement?.includes(sentence) === true
}

function givenRecap(name: string, recap: Recap): void {
  given(name, recap, 'object')
  for (const [method, limit] of Object.entries(recap)) given(method, limit, { chains: 'texts?' })
}

function sortedMethods(recap: Recap): readonly string[] {
  // The order of official clients, independent of the machine's language.
  return Object.keys(recap).sort((a, b) => a.localeCompare(b, 'en'))
}

function readLimits(value: unknown): readonly ChainId[] | undefined | 'unknown' {
  const [limit, ...more] = Array.isArray(value) ? value : []
  const fields = asObject(limit)
  if (fields === undefined || more.length > 0) return 'unknown'
  const names = Object.keys(fields)
  if (names.length === 0) return undefined
  const chains = asStrings(field(fields, 'chains'), 512, 64)
  if (names.length > 1 || chains === undefined || chains.length === 0) return 'unknown'
  const known = chains.filter((chain) => isChainId(chain))
  return known.length === chains.length ? known : 'unknown'
}

function decode(resource: string): { readonly text: string; readonly value: unknown } {
  const encoded = isRecap(resource) ? resource.slice(prefix.length) : ''
  if (!isRecap(resource) || encoded.length > maxLength) refuse('is no "urn:recap:" of a readable length')
  try {
    // The standard says base64url without padding. Official clients write base64, the Kotlin and the Swift SDK with padding.
    const bare = encoded.length % 4 === 0 ? encoded.replace(/={1,2}$/, '') : encoded
    const coder = /[-_]/.test(bare) ? base64urlnopad : base64nopad
    const text = decodeUtf8(coder.decode(bare))
    return { text, value: JSON.parse(text) }
  } catch {
    return refuse('is no JSON in base64')
  }
}

function refuse(what: string): never {
  throw new InvalidCacaoError(`The ReCap ${what}.`)
}
