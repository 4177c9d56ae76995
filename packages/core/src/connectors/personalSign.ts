import { SignatureMalformedError } from '../errors.ts'
import type { Signing } from './signing.ts'

/** What a signature looks like: an account's own, or a smart account's, which may be long. */
export const signaturePattern = /^0x[0-9a-fA-F]{2,16384}$/

/** A text as the hex of its bytes, the form `personal_sign` takes. */
export function toHex(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** `personal_sign` (EIP-191, EIP-1474): the text in hex, then the address; answered by hex. */
export function createPersonalSigning(message: string, address: string): Signing {
  return {
    request: { method: 'personal_sign', params: [toHex(message), address] },
    readSignature(answer) {
      if (typeof answer === 'string' && signaturePattern.test(answer)) return answer
      throw new SignatureMalformedError('The wallet answered personal_sign with something that is no signature.')
    },
  }
}
