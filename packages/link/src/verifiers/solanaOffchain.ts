import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** `\xff` cannot begin a transaction, so that no off-chain message can be taken for one. */
const signingDomain = concatBytes(Uint8Array.of(0xff), utf8ToBytes('solana offchain'))

/** No application: what `solana sign-offchain-message` and wallets put there. */
const noApplication = new Uint8Array(32)

/** Restricted ASCII, UTF-8 that a hardware wallet can hold, any UTF-8. Wallets differ in which of them our line breaks need. */
const formats = [0, 1, 2] as const

/** A length is written in 16 bits. */
const maxLength = 0xffff

/**
 * A text under the headers that wallets put before it, mostly those on hardware, which sign no bare bytes. Each holds exactly
 * this text and names no other signer, so that it says what the text alone says.
 * - Version 0 of the published proposal (Solana docs, "Off-chain message signing" §message preamble): application domain,
 *   format, the signers, the length.
 * - The header of hardware wallets from before it: version, format and length.
 * - Version 1: the signers, then the text.
 * @param signer - the public key, 32 bytes
 */
export function offchainMessages(text: string, signer: Uint8Array): readonly Uint8Array[] {
  const message = utf8ToBytes(text)
  if (message.length === 0 || message.length > maxLength) return []
  const length = Uint8Array.of(message.length & 0xff, message.length >> 8)
  const one = Uint8Array.of(1)
  return [
    ...formats.flatMap((format) => [
      concatBytes(signingDomain, Uint8Array.of(0, format), length, message),
      concatBytes(signingDomain, Uint8Array.of(0), noApplication, Uint8Array.of(format), one, signer, length, message),
    ]),
    concatBytes(signingDomain, one, one, signer, message),
  ]
}
