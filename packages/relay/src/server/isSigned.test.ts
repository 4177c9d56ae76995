import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSigned } from './verifyClientAuth.ts'

type Case = { tcId: number; comment: string; msg: string; sig: string; result: 'valid' | 'invalid' }
type Group = { publicKey: { pk: string }; tests: Case[] }

// Test vectors of Project Wycheproof, Apache-2.0: test/vectors/wycheproof/README.md.
const file = new URL('../../../../test/vectors/wycheproof/ed25519_test.json', import.meta.url)
const vectors: { numberOfTests: number; testGroups: Group[] } = JSON.parse(readFileSync(file, 'utf8'))
const cases = vectors.testGroups.flatMap(({ publicKey, tests }) => tests.map((each) => ({ ...each, pk: publicKey.pk })))

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

test('isSigned: holds on every ed25519 case of Wycheproof', async () => {
  const wrong: number[] = []
  for (const { tcId, pk, sig, msg, result } of cases) {
    if ((await isSigned(bytes(pk), bytes(sig), bytes(msg))) !== (result === 'valid')) wrong.push(tcId)
  }
  expect(cases).toHaveLength(vectors.numberOfTests)
  expect(wrong).toEqual([])
})
