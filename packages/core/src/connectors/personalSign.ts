import { normalizeHexSignature } from './normalizeHexSignature.ts'
import type { Signing } from './signing.ts'

/** Encodes a text as the hex of its bytes, with `0x`, as `personal_sign` expects. */
export function toHex(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

type PersonalSigning = Signing & { readonly request: { readonly params: readonly string[] } }

/** Requests a signature with `personal_sign` (EIP-191, EIP-1474): the text in hex, then the address. The answer is hex. */
export function createPersonalSigning(message: string, address: string): PersonalSigning {
  return {
    request: { method: 'personal_sign', params: [toHex(message), address] },
    readSignature: (answer) =>
      normalizeHexSignature(answer) ??
      import('./personalSignature.ts').then(({ readPersonalSignature }) => readPersonalSignature(answer)),
  }
}
