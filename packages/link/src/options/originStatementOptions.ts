import { originLimits, parseOriginKeys } from '@hawser/wire'

/**
 * The signing key of origin statements: an ed25519 key, or a secret to derive one from. All nodes need the same key or secret.
 */
export type OriginStatementOptions = (
  | { /** ed25519 secret key (RFC 8032), 32 bytes. */ readonly secretKey: Uint8Array }
  | {
      /** 32 bytes or more, kept secret. Other uses of the secret reveal nothing about the key. */ readonly secret: Uint8Array
    }
) & {
  /**
   * Additional public keys to publish, 64 hex digits each: the next key before its first use, and the previous key until
   * wallets forget it.
   */
  readonly otherKeys?: readonly string[]
}

/** Explains the first of these options that is invalid; undefined if all are valid. */
export function explainOriginStatementOptions(options: OriginStatementOptions | undefined): string | undefined {
  if (options === undefined) return undefined
  if ('secretKey' in options && 'secret' in options) return '`originStatements` takes a `secretKey` or a `secret`.'
  const { secretKey, secret, otherKeys = [], ...unknown } = options as Partial<Record<string, unknown>>
  const [other] = Object.keys(unknown)
  if (other !== undefined) return '`originStatements` takes `secretKey` or `secret`, and `otherKeys`: nothing else.'
  if (secretKey === undefined && secret === undefined)
    return '`originStatements` needs a `secretKey` or a `secret`, each a Uint8Array.'
  if (secretKey !== undefined && !(secretKey instanceof Uint8Array && secretKey.byteLength === 32))
    return '`originStatements.secretKey` must be an ed25519 secret key of 32 bytes.'
  if (secret !== undefined && !(secret instanceof Uint8Array && secret.byteLength >= 32))
    return '`originStatements.secret` must be a Uint8Array of 32 bytes or more.'
  if (!arePublished(otherKeys))
    return `Each of \`originStatements.otherKeys\` must be 64 hex digits in lower case, ${originLimits.keys - 1} of them at most.`
  return undefined
}

function arePublished(otherKeys: unknown): boolean {
  try {
    return parseOriginKeys({ keys: otherKeys }).length < originLimits.keys
  } catch {
    return false
  }
}
