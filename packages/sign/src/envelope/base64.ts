/** Encodes bytes as standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/**
 * Decodes standard base64. Returns undefined for any spelling but the canonical one: to code that compares hashes, two
 * spellings of a message would be two messages.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text)
    return btoa(binary) === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}
