/** Returns a URI with the length and the parts of a real pairing URI. */
export function randomUri(): string {
  const hex = () =>
    [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `wc:${hex()}@2?relay-protocol=irn&symKey=${hex()}&expiryTimestamp=${Math.floor(Date.now() / 1000) + 300}`
}
