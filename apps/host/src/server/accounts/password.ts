import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** What a password costs to check (RFC 7914): `2 ** logN` rounds of blocks of `r` × 128 bytes, `p` times over. */
export type PasswordCost = { readonly logN: number; readonly r: number; readonly p: number }

/** 32 MiB and three passes: one of the settings OWASP holds equal to 128 MiB and one pass. */
export const passwordCost: PasswordCost = { logN: 15, r: 8, p: 3 }

const keyBytes = 32
const hashPattern = /^scrypt:(\d{1,2}):(\d{1,2}):(\d{1,2}):([\w-]{22}):([\w-]{43})$/

/** `scrypt:logN:r:p:salt:key`, salt (16 bytes) and key in base64url: what it cost is part of it. */
export async function hashPassword(request: {
  readonly password: string
  readonly salt: Uint8Array
  readonly cost: PasswordCost
}): Promise<string> {
  const { password, salt, cost } = request
  const key = await deriveKey(password, salt, cost)
  const [saltText, keyText] = [salt, key].map((bytes) => Buffer.from(bytes).toString('base64url'))
  return `scrypt:${cost.logN}:${cost.r}:${cost.p}:${saltText}:${keyText}`
}

/** Whether a hash was made at this cost. */
export function isOfCost(hash: string, { logN, r, p }: PasswordCost): boolean {
  return hash.startsWith(`scrypt:${logN}:${r}:${p}:`)
}

/** Whether the hash is one of this password; without a hash the same work is done, and the answer is no. */
export async function isPasswordOf(request: {
  readonly password: string
  readonly hash: string | undefined
  readonly cost: PasswordCost
}): Promise<boolean> {
  const { password, hash, cost } = request
  const [, logN, r, p, salt, key] = hashPattern.exec(hash ?? '') ?? []
  const isHash = salt !== undefined && key !== undefined
  const expected = isHash ? Buffer.from(key, 'base64url') : Buffer.alloc(keyBytes)
  const spent = isHash ? { logN: Number(logN), r: Number(r), p: Number(p) } : cost
  const derived = await deriveKey(password, isHash ? Buffer.from(salt, 'base64url') : Buffer.alloc(16), spent)
  return timingSafeEqual(derived, expected) && isHash
}

function deriveKey(password: string, salt: Uint8Array, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 2 * 128 * r * 2 ** logN }
  return new Promise((resolve, reject) => {
    // One spelling of each character: a phone and a computer may type the same letter differently.
    scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
