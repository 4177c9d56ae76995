import { MailboxFailedError } from '../errors.ts'

/** Readers of Redis's answers. Values from the network are checked before use. */

/** @throws MailboxFailedError */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : refuse('list')
}

/** @throws MailboxFailedError */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : refuse('text')
}

/** Also accepts text, because scripts return large numbers as text. @throws MailboxFailedError */
export function numberOf(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : refuse('number')
}

function refuse(what: string): never {
  throw new MailboxFailedError(`Redis answered without a usable ${what}. Try again.`)
}
