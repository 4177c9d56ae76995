import { parseSignedManifest } from '@hawser/wire'
import type { Bundle } from '../bundle.ts'

/** A bundle in one line: version, what it holds, until when it is good, and whose it says it is. */
export function describeBundle({ manifest, manifestJson, images }: Bundle): string {
  const { signature, publicKey } = parseSignedManifest(JSON.parse(manifestJson))
  const signer = signature === undefined ? 'not signed' : `signed by ${publicKey ?? 'a key it does not name'}`
  const { version, total, expiresAt } = manifest
  return `version ${version}: ${total} wallets, ${images.size} images, good until ${formatTime(expiresAt)}, ${signer}`
}

/** A time as text in UTC; what lies beyond the years of `Date` as milliseconds. */
export function formatTime(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? `${at} ms` : date.toISOString()
}
