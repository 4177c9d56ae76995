import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** `\xff` cannot start a transaction, so that no off-chain message can be mistaken for a transaction. */
const signingDomain = concatBytes(Uint8Array.of(0xff), utf8ToBytes('solana offchain'))

/** No application, as `solana sign-offchain-message` and wallets write it. */
const noApplication = new Uint8Array(32)

/**
 * The content that each format allows, including the header (§message format): plain ASCII with line breaks for hardware, UTF-8
 * for hardware, and any UTF-8.
 */
const formats = [
  { format: 0, maxBytes: 1232, isPlain: true },
  { format: 1, maxBytes: 1232, isPlain: false },
  { format: 2, maxBytes: 0xffff, isPlain: false },
] as const

/** A text under the headers that wallets put before it. */
export type OffchainMessages = {
  /** Headers that fit the text. */
  readonly right: readonly Uint8Array[]
  /**
   * Headers with a format that does not fit the text. A message that does not conform to its header is invalid (§verification).
   */
  readonly wrong: readonly Uint8Array[]
}

/**
 * Formats a text under the headers that wallets put before it, mostly hardware wallets, which sign no bare bytes. Each message
 * contains exactly this text and names no other signer, so its meaning is that of the text alone.
 * - Version 0 of the published proposal (Solana docs, "Off-chain message signing" §message preamble): application domain,
 *   format, the signers, the length.
 * - The older header of hardware wallets: version, format and length.
 * - Version 1 (sRFC 3): the signers, then the text.
 * @param signer - the public key, 32 bytes
 */
export function offchainMessages(text: string, signer: Uint8Array): OffchainMessages {
  const message = utf8ToBytes(text)
  // A length has 16 bits and is never zero.
  if (message.length === 0 || message.length > 0xffff) return { right: [], wrong: [] }
  const length = Uint8Array.of(message.length & 0xff, message.length >> 8)
  const one = Uint8Array.of(1)
  const isPlainText = /^[\n -~]+$/.test(text)
  const ofVersion0 = formats.flatMap(({ format, maxBytes, isPlain }) =>
    [
      concatBytes(signingDomain, Uint8Array.of(0, format), length, message),
      concatBytes(signingDomain, Uint8Array.of(0), noApplication, Uint8Array.of(format), one, signer, length, message),
    ].map((bytes) => ({ bytes, isRight: bytes.length <= maxBytes && (isPlainText || !isPlain) })),
  )
  const bytesThat = (are: boolean) => ofVersion0.flatMap(({ bytes, isRight }) => (isRight === are ? [bytes] : []))
  return { right: [...bytesThat(true), concatBytes(signingDomain, one, one, signer, message)], wrong: bytesThat(false) }
}
