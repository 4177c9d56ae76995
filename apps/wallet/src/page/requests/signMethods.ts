import type { SignInNamespace } from '@hawser/wire'
import { asObject, asString, field } from '@hawser/wire/internal'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { RequestUnsupportedError } from '../../errors.ts'
import { invalidParams } from './refusal.ts'

/** The content that a request asks to sign, and the signer's address in the app's spelling. */
export type ToSign = {
  readonly signer: string
  readonly content:
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    | { readonly kind: 'typedData'; readonly typedData: unknown }
}

type SignMethod = { readonly namespace: SignInNamespace; read(params: unknown): ToSign }

/** The longest message that is shown, in bytes: as much as a person can be expected to scroll through. */
const maxMessageBytes = 32 * 1024
/** The longest base58 message, in bytes: the limit of the app's encoder. Base58 takes time by the square of the length. */
const maxBase58Bytes = 2048

/** The signing methods of this wallet, each with its namespace and the function that reads its params. */
export const signMethods: ReadonlyMap<string, SignMethod> = new Map([
  ['personal_sign', { namespace: 'eip155', read: readPersonalSign }],
  ['eth_signTypedData_v4', { namespace: 'eip155', read: readSignTypedData }],
  ['solana_signMessage', { namespace: 'solana', read: readSolanaSignMessage }],
  ['signMessage', { namespace: 'bip122', read: readBitcoinSignMessage }],
])

function readPersonalSign(params: unknown): ToSign {
  const [message, signer]: readonly unknown[] = Array.isArray(params) ? params : []
  if (typeof message !== 'string' || typeof signer !== 'string')
    return refuse('personal_sign takes [message, address].')
  return { signer, content: { kind: 'bytes', bytes: limited(parseHexOrText(message), maxMessageBytes) } }
}

function readSignTypedData(params: unknown): ToSign {
  const [signer, typedData]: readonly unknown[] = Array.isArray(params) ? params : []
  if (typedData === undefined || typeof signer !== 'string')
    return refuse('eth_signTypedData_v4 takes [address, data].')
  return { signer, content: { kind: 'typedData', typedData } }
}

/** Reads a message in base58 and the signer's public key. */
function readSolanaSignMessage(params: unknown): ToSign {
  const object = asObject(params) ?? {}
  const [message, signer] = [field(object, 'message'), asString(field(object, 'pubkey'), 64)]
  if (typeof message !== 'string' || signer === undefined)
    return refuse('solana_signMessage takes { message, pubkey }.')
  if (message.length > maxBase58Bytes * 1.4) return refuse(`At most ${maxBase58Bytes} bytes can be signed.`)
  if (!/^[1-9A-HJ-NP-Za-km-z]*$/.test(message)) return refuse('The message is no base58.')
  return { signer, content: { kind: 'bytes', bytes: limited(base58.decode(message), maxBase58Bytes) } }
}

/** Reads a message text and the signer's `address`, or `account` if `address` is missing. */
function readBitcoinSignMessage(params: unknown): ToSign {
  const object = asObject(params) ?? {}
  const signer = asString(field(object, 'address') ?? field(object, 'account'), 128)
  const message = field(object, 'message')
  if (typeof message !== 'string' || signer === undefined)
    return refuse('signMessage takes { account, message, address, protocol }.')
  // A missing `protocol` means "ecdsa", a form from before SegWit without a standard for these addresses.
  if (field(object, 'protocol') !== 'bip322') return refuse('This wallet signs by the protocol "bip322" only.')
  return { signer, content: { kind: 'bytes', bytes: limited(utf8ToBytes(message), maxMessageBytes) } }
}

/** Reads `0x…` as hex bytes, and any other text as UTF-8, as other wallets do. */
function parseHexOrText(message: string): Uint8Array {
  if (!/^0x/i.test(message)) return utf8ToBytes(message)
  return /^0x(?:[0-9a-f]{2})*$/i.test(message) ? hexToBytes(message.slice(2)) : refuse('The message is no hex.')
}

function limited(bytes: Uint8Array, maxBytes: number): Uint8Array {
  return bytes.length > maxBytes ? refuse(`At most ${maxBytes} bytes can be signed.`) : bytes
}

function refuse(message: string): never {
  throw new RequestUnsupportedError(invalidParams(message))
}
