import { parseSignedManifest } from '@hawser/wire'
import type { Bundle } from '../bundle/bundle.ts'
import { formatTime } from '../bundle/bundleTimes.ts'

/** Describes a bundle in one line: version, contents, expiry, and the claimed signer. */
export function describeBundle({ manifest, manifestJson, images }: Bundle): string {
  const { signature, publicKey } = parseSignedManifest(JSON.parse(manifestJson))
  const signer = signature === undefined ? 'not signed' : `signed by ${publicKey ?? 'a key it does not name'}`
  const { version, total, expiresAt } = manifest
  return `version ${version}: ${total} wallets, ${images.size} images, valid until ${formatTime(expiresAt)}, ${signer}`
}
