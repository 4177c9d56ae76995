import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { beforeEach, expect, test } from 'vitest'
import { readRelayKey } from './relayKey.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

test('relayKey: creates a missing key, for this user alone, and keeps it', () => {
  const file = join(folder, 'data', 'relay-key')
  const publicKey = readRelayKey({ file, isMade: true })
  expect(publicKey).toMatch(/^[0-9a-f]{64}$/)
  expect([statSync(file).mode & 0o777, statSync(join(folder, 'data')).mode & 0o777]).toEqual([0o600, 0o700])
  const { x = '' } = createPublicKey(createPrivateKey(readFileSync(file))).export({ format: 'jwk' })
  expect(Buffer.from(x, 'base64url').toString('hex')).toBe(publicKey)
  expect(readRelayKey({ file, isMade: true })).toBe(publicKey)
  expect(readRelayKey({ file, isMade: false })).toBe(publicKey)
})

test('relayKey: refuses a missing key, one that every user may read, and a malformed one', () => {
  const file = join(folder, 'relay-key')
  expect(() => readRelayKey({ file, isMade: false })).toThrow(/cannot be read/)
  readRelayKey({ file, isMade: true })
  for (const mode of [0o604, 0o602]) {
    chmodSync(file, mode)
    expect(() => readRelayKey({ file, isMade: true })).toThrow(/open to every user.*chmod 600/)
  }
  // A group can read the file, because secrets are mounted into containers that way.
  chmodSync(file, 0o640)
  expect(readRelayKey({ file, isMade: false })).toMatch(/^[0-9a-f]{64}$/)
  const wrong = generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
  for (const content of ['', 'no key', wrong]) {
    writeFileSync(file, content)
    expect(() => readRelayKey({ file, isMade: false })).toThrow(/not an ed25519 key/)
  }
  expect(() => readRelayKey({ file: '/proc/hawser/relay-key', isMade: true })).toThrow(/cannot be made/)
})
