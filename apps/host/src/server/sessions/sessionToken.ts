import { createHash } from 'node:crypto'

/** The token after this one: nobody has it who has only the data file, or only the token. */
export function formatNextToken(token: string, salt: string): string {
  return createHash('sha256').update(`${salt} ${token}`).digest('base64url')
}

/** What is kept of a token: SHA-256, in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
