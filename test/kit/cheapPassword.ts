import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, string, number, object, Buffer>(scrypt)

const hash = async (password: string) =>
  (await derive(password.normalize('NFKC'), 'salt', 32, { N: 2 })).toString('hex')

/** Hashes passwords as Better Auth does, on a thread, but at almost no cost. For tests only. */
export const cheapPassword = {
  hash,
  verify: async (checked: { hash: string; password: string }) => checked.hash === (await hash(checked.password)),
}
