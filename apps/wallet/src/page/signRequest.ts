import type { Session, SessionRequest } from '@hawser/sign'
import {
  type ChainId,
  InvalidSignInMessageError,
  namespacesOfChain,
  parseSiweMessage,
  type Reason,
  reasons,
  type SignInMessage,
  type Topic,
} from '@hawser/wire'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { InvalidTypedDataError, RequestUnsupportedError } from '../errors.ts'
import type { Address } from './account.ts'
import { type Peer, readPeer } from './peer.ts'
import { parseTypedData, someText, type TypedData } from './typedData.ts'

/** A request to sign a text (`personal_sign`) or typed data (`eth_signTypedData_v4`), as a person sees it. */
export type SignRequest = {
  readonly id: number
  readonly topic: Topic
  readonly peer: Peer
  readonly chainId: ChainId
  readonly address: Address
  /** Typed data to sign; undefined for a text. */
  readonly typedData: TypedData | undefined
  /** The bytes to sign, as hex after `0x`; of typed data its hash. */
  readonly hex: string
  /** The same bytes as text, every character of it; undefined when they are no UTF-8. */
  readonly text: string | undefined
  /** Whether the text holds characters that cannot be seen or that turn the direction of reading. */
  readonly hasHiddenCharacters: boolean
  readonly expiresAt: number | undefined
  readonly signIn: SignInCheck
}

/** What is known of a sign-in text (ERC-4361). Only `none` and `matching` may be signed. */
export type SignInCheck =
  | { readonly status: 'none' }
  | { readonly status: 'matching'; readonly domain: string }
  | { readonly status: 'domain_mismatch'; readonly domain: string }
  | { readonly status: 'address_mismatch'; readonly textAddress: string }
  | { readonly status: 'malformed' }

/** Longest message that is shown, in bytes: what a person may still be expected to scroll through. */
const maxMessageBytes = 32 * 1024

// Line breaks and tabs are drawn as what they are, and the two selectors only choose how an emoji looks.
const hiddenPattern = /(?![\n\t]|[\ufe0e-\ufe0f])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text holds characters that cannot be seen or that turn the direction of reading. */
export function hasHiddenCharacters(text: string): boolean {
  return hiddenPattern.test(text)
}

const invalidParams = (message: string): Reason => ({ code: -32602, message })
// EIP-1193: "The requested method and/or account has not been authorized by the user."
const unauthorized = (message: string): Reason => ({ code: 4100, message })

/**
 * Reads a session request for showing. The account that signs is one the wallet holds and the session names.
 * @throws RequestUnsupportedError - with the numbered reason to answer
 */
export function readSignRequest(request: SessionRequest, session: Session, held: readonly Address[]): SignRequest {
  const granted = namespacesOfChain(session.namespaces, request.chainId)
  const shared = held.filter((each) => granted.some(({ accounts }) => accounts.includes(`${request.chainId}:${each}`)))
  if (shared.length === 0)
    throw refusal(reasons.unauthorizedChain, 'The request is for a chain this session does not cover.')
  const { method, chainId } = request
  if (!isSupported(method) || !granted.some(({ methods }) => methods.includes(method)))
    throw refusal(reasons.unauthorizedMethod, 'The request is for a method this session does not cover.')

  const params: readonly unknown[] = Array.isArray(request.params) ? request.params : []
  const [content, signer] = method === 'personal_sign' ? params : [params[1], params[0]]
  if (content === undefined || typeof signer !== 'string')
    throw refusal(invalidParams(`${method} takes ${argumentsOf[method]}.`), 'The request lacks an argument.')
  const address = shared.find((each) => each.toLowerCase() === signer.toLowerCase())
  if (address === undefined)
    throw refusal(unauthorized('This wallet does not hold that account.'), 'The request is for another account.')

  const peer = readPeer(session.peer.metadata)
  const { id, topic, expiresAt } = request
  const what = method === 'personal_sign' ? readText(content, peer, address) : readTypedData(content, chainId)
  return { id, topic, peer, chainId, address, expiresAt, ...what }
}

type Content = Pick<SignRequest, 'hex' | 'text' | 'typedData' | 'hasHiddenCharacters' | 'signIn'>

const argumentsOf = { personal_sign: '[message, address]', eth_signTypedData_v4: '[address, data]' } as const

function isSupported(method: string): method is keyof typeof argumentsOf {
  return Object.hasOwn(argumentsOf, method)
}

function readText(content: unknown, peer: Peer, address: Address): Content {
  if (typeof content !== 'string')
    throw refusal(invalidParams('personal_sign takes [message, address].'), 'The message is no text.')
  const bytes = parseMessage(content)
  const text = decodeUtf8(bytes)
  return {
    hex: `0x${bytesToHex(bytes)}`,
    text,
    typedData: undefined,
    hasHiddenCharacters: text !== undefined && hasHiddenCharacters(text),
    signIn: text === undefined ? { status: 'none' } : checkSignIn(text, peer, address),
  }
}

function readTypedData(content: unknown, chainId: ChainId): Content {
  try {
    const typedData = parseTypedData(content)
    // EIP-712: "The user-agent should refuse signing if it does not match the currently active chain."
    if (typedData.chainId !== undefined && `eip155:${typedData.chainId}` !== chainId)
      throw refusal(unauthorized('The data is made for another chain (EIP-712).'), 'The data is for another chain.')
    return {
      hex: typedData.hash,
      text: undefined,
      typedData,
      hasHiddenCharacters: someText([...typedData.domain, ...typedData.message], hasHiddenCharacters),
      signIn: { status: 'none' },
    }
  } catch (error) {
    if (error instanceof InvalidTypedDataError) throw refusal(invalidParams(error.message), error.message)
    throw error
  }
}

/** Why a checked text is not signed, as the app is told; undefined when it may be. */
export function blockReason(check: SignInCheck): Reason | undefined {
  switch (check.status) {
    case 'none':
    case 'matching':
      return undefined
    case 'domain_mismatch':
      return unauthorized('The sign-in text names another domain than the app that asks (ERC-4361).')
    case 'address_mismatch':
      return unauthorized('The sign-in text names another account than the one that would sign it (ERC-4361).')
    case 'malformed':
      return invalidParams('The sign-in text does not follow ERC-4361.')
  }
}

/**
 * Checks a text that asks to sign in: its domain must be the host the app gives as its own, its address the signer's
 * (ERC-4361, "Wallet implementers MUST check …"). A text that only resembles the standard's is refused as well: a person
 * reads it as a sign-in all the same.
 */
export function checkSignIn(text: string, peer: Peer, address: Address): SignInCheck {
  const visible = text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
  if (!/wants\s+you\s+to\s+sign\s+in\s+with\s+your/iu.test(visible)) return { status: 'none' }
  const message = tryParse(text)
  if (message === undefined) return { status: 'malformed' }
  if (!isDomainOf(message.domain, peer)) return { status: 'domain_mismatch', domain: message.domain }
  if (message.address.toLowerCase() !== address.toLowerCase())
    return { status: 'address_mismatch', textAddress: message.address }
  return { status: 'matching', domain: message.domain }
}

/** `URL.host` leaves out the scheme's own port, so a domain may name it or not; user info is never a domain. */
function isDomainOf(domain: string, peer: Peer): boolean {
  const [, scheme, authority = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/i.exec(domain) ?? []
  if (peer.host === undefined || authority.includes('@')) return false
  if (scheme !== undefined && `${scheme.toLowerCase()}:` !== peer.protocol) return false
  const ownPort = peer.protocol === 'https:' ? ':443' : ':80'
  const host = authority.toLowerCase()
  return host === peer.host || host === `${peer.host}${ownPort}`
}

function tryParse(text: string): SignInMessage | undefined {
  try {
    return parseSiweMessage(text)
  } catch (error) {
    if (error instanceof InvalidSignInMessageError) return undefined
    throw error
  }
}

/** Hex after `0x` is bytes; a text without it is taken as UTF-8, as other wallets do. */
function parseMessage(message: string): Uint8Array {
  const isHex = /^0x/i.test(message)
  if (isHex && !/^0x(?:[0-9a-f]{2})*$/i.test(message))
    throw refusal(invalidParams('The message is no hex.'), 'The message starts as hex but is none.')
  const bytes = isHex ? hexToBytes(message.slice(2)) : utf8ToBytes(message)
  if (bytes.length > maxMessageBytes)
    throw refusal(
      invalidParams(`At most ${maxMessageBytes} bytes can be signed.`),
      'The message is too long to be shown.',
    )
  return bytes
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    // ignoreBOM keeps a leading mark in the text: what is shown must be all that is signed.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function refusal(reason: Reason, message: string): RequestUnsupportedError {
  return new RequestUnsupportedError(reason, message)
}
