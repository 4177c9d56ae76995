import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { InvalidCommandError } from '@hawser/command'
import { makeFolder } from '../mailboxes/sqlite/makeFolder.ts'
import { checkPrivateFile } from './checkSafeSettings.ts'

/**
 * Reads the relay's public key as 64 hex characters, from an ed25519 key in a PEM file (PKCS #8).
 * @param options - `isMade`: a missing file is created, readable only by this user
 * @throws InvalidCommandError
 */
export function readRelayKey(options: { readonly file: string; readonly isMade: boolean }): string {
  const { file, isMade } = options
  if (isMade) makeKey(file)
  checkPrivateFile(file, 'The key')
  const x = publicPartOf(file)
  if (x === undefined) {
    throw new InvalidCommandError(
      `The key ${file} is not an ed25519 key in PEM. Make one with: openssl genpkey -algorithm ed25519`,
    )
  }
  return Buffer.from(x, 'base64url').toString('hex')
}

function makeKey(file: string): void {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
  try {
    makeFolder(dirname(resolve(file)))
    writeFileSync(file, pem, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return
    throw new InvalidCommandError(`The key ${file} cannot be made. Give the folder of --data to this user.`, {
      cause,
    })
  }
}

function publicPartOf(file: string): string | undefined {
  try {
    const { crv, x } = createPublicKey(readFileSync(file)).export({ format: 'jwk' })
    return crv === 'Ed25519' ? x : undefined
  } catch {
    return undefined
  }
}
