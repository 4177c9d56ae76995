import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { InvalidKeyFileError } from '../errors.ts'

/**
 * Writes an ed25519 seed to a new file that only this user can read.
 * @param seed - 32 bytes
 * @throws InvalidKeyFileError - also when the file exists: an overwritten key cannot be restored
 */
export function writeKeyFile(file: string, seed: Uint8Array): void {
  try {
    writeFileSync(file, `${Buffer.from(seed).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    throw new InvalidKeyFileError(
      isThere ? `${file} already exists; a key is never overwritten.` : `The key cannot be written to ${file}.`,
      { cause },
    )
  }
}

/**
 * Reads the ed25519 seed of a key file, 32 bytes. No error contains the file's contents.
 * @throws InvalidKeyFileError - also when other users of the machine can read the file
 */
export function readKeyFile(file: string): Uint8Array {
  const text = readPrivately(file)
  if (!/^[0-9a-f]{64}\n?$/.test(text))
    throw new InvalidKeyFileError(
      `${file} is not a key: a key has 64 hex digits, as hawser registry keygen writes them.`,
    )
  return Buffer.from(text.slice(0, 64), 'hex')
}

function readPrivately(file: string): string {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (cause) {
    throw new InvalidKeyFileError(`The key ${file} cannot be read.`, { cause })
  }
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile() || stat.size > 1024) throw new InvalidKeyFileError(`${file} is not a key.`)
    if ((stat.mode & 0o077) !== 0)
      throw new InvalidKeyFileError(`${file} can be read by others on this machine: chmod 600 it.`)
    return readFileSync(descriptor, 'latin1')
  } finally {
    closeSync(descriptor)
  }
}
