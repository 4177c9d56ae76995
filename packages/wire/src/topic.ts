/** 32 bytes as 64 lower-case hex characters: the address of a mailbox. */
export type Topic = string

/**
 * Whether a text is 32 bytes of lower-case hex: the form of a mailbox address and of a symmetric key.
 * @example isTopic('ab'.repeat(32)) // true
 */
export function isTopic(value: unknown): value is Topic {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
