import type { ProofMistake } from '../errors.ts'

/** A text that a wallet signed instead of the given one, with the reason code and a description of the mistake. */
type AlteredText = { readonly reason: ProofMistake; readonly what: string; readonly bytes: Uint8Array }

/**
 * Lists texts that wallets are known to sign in place of the requested one. They are checked only after the text itself was
 * refused, to name the mistake, and prove nothing. The list is short, because each entry costs a signature check.
 */
export function alteredTexts(message: string): readonly AlteredText[] {
  const bytes = utf8(message)
  const hexText = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const encoded = { reason: 'signed_encoded_text', what: 'the text in another encoding' } as const
  const altered = { reason: 'signed_altered_text', what: 'the text with something changed in it' } as const
  return [
    ...[`0x${hexText}`, hexText, toBase64(bytes), JSON.stringify(message)].map((text) => ({
      ...encoded,
      bytes: utf8(text),
    })),
    ...[
      `${message}\n`,
      message.replaceAll('\n', '\r\n'),
      message.replaceAll('\n', ' '),
      message.replaceAll('\n', '\\n'),
      // A lower-case address shows a wallet that composes the text itself instead of signing the given one.
      message.replace(/0x[0-9a-fA-F]{40}/, (address) => address.toLowerCase()),
    ]
      .filter((text) => text !== message)
      .map((text) => ({ ...altered, bytes: utf8(text) })),
  ]
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
