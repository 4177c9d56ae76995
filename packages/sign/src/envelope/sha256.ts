/** SHA-256 as the platform has it. Pages that are not a secure context fetch a chunk with noble's. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(bytes)))
  const noble = await import('./nobleCurves.ts')
  return noble.sha256(bytes)
}
