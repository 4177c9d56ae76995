import { formatOriginKeys, type OriginStatement, originLimits, originSigningInput, type Topic } from '@hawser/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { OriginStatementOptions } from '../options/originStatementOptions.ts'

/** Signs origin statements for wallets, and lists the keys that wallets check them with. */
export type OriginStatements = {
  /** States that a page of this domain created the pairing of this topic. `now` is epoch milliseconds. */
  state(topic: Topic, now: number): OriginStatement
  /** Public keys, the one in use first. */
  readonly keys: readonly string[]
}

/** How long a wallet can cache the keys, in seconds. */
const keysMaxAgeSeconds = 300

/** Creates the signer for one domain. */
export function createOriginStatements(options: OriginStatementOptions, domain: string): OriginStatements {
  const secretKey = secretKeyOf(options)
  return {
    state(topic, now) {
      const claim = { domain, topic, issuedAt: now, expiresAt: now + originLimits.lifetimeMs }
      return { ...claim, signature: bytesToHex(ed25519.sign(originSigningInput(claim), secretKey)) }
    },
    keys: [bytesToHex(ed25519.getPublicKey(secretKey)), ...(options.otherKeys ?? [])],
  }
}

/** Answers `/.well-known/hawser-origin.json`, which pages of any origin may read. Without keys the answer is 404. */
export function answerOriginKeys(keys: readonly string[] | undefined): Response {
  const headers = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' }
  if (keys === undefined)
    return new Response(null, { status: 404, headers: { ...headers, 'cache-control': 'no-store' } })
  return new Response(formatOriginKeys(keys), {
    headers: {
      ...headers,
      'content-type': 'application/json',
      'cache-control': `public, max-age=${keysMaxAgeSeconds}`,
    },
  })
}

function secretKeyOf(options: OriginStatementOptions): Uint8Array {
  if ('secretKey' in options) return options.secretKey
  // The info text separates this key from other keys derived from the same secret.
  return hkdf(sha256, options.secret, undefined, utf8ToBytes('hawser origin statement key 1'), 32)
}
