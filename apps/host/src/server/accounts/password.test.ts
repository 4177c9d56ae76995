import { expect, test } from 'vitest'
import { hashPassword, isPasswordOf, passwordCost } from './password.ts'

const cost = { logN: 4, r: 8, p: 1 }
const salt = new Uint8Array(16).fill(7)

test('hashPassword: the default costs 32 MiB three times over, and the hash says so', async () => {
  expect(passwordCost).toEqual({ logN: 15, r: 8, p: 3 })
  expect(await hashPassword({ password: 'correct horse', salt, cost: passwordCost })).toMatch(
    /^scrypt:15:8:3:[\w-]{22}:[\w-]{43}$/,
  )
})

test('isPasswordOf: what was hashed, in any spelling of its letters, and nothing else', async () => {
  const hash = await hashPassword({ password: 'caf\u00e9 au lait', salt, cost })
  expect(await isPasswordOf({ password: 'cafe\u0301 au lait', hash, cost })).toBe(true)
  expect(await isPasswordOf({ password: 'cafe au lait', hash, cost })).toBe(false)
  // A hash of another cost than today's is checked at its own.
  expect(await isPasswordOf({ password: 'caf\u00e9 au lait', hash, cost: { ...cost, logN: 5 } })).toBe(true)
})

test('isPasswordOf: no hash, or none of ours, is no password of anybody', async () => {
  for (const hash of [undefined, '', 'x', 'scrypt:4:8:1::'])
    expect(await isPasswordOf({ password: 'correct horse', hash, cost })).toBe(false)
})

test('isPasswordOf: without a hash the same work is done', async () => {
  const dear = { logN: 13, r: 8, p: 1 }
  const hash = await hashPassword({ password: 'correct horse', salt, cost: dear })
  const spent = async (given: string | undefined) => {
    const { user, system } = process.cpuUsage()
    for (let round = 0; round < 5; round += 1) await isPasswordOf({ password: 'wrong horse', hash: given, cost: dear })
    const after = process.cpuUsage({ user, system })
    return after.user + after.system
  }
  const [known, unknown] = [await spent(hash), await spent(undefined)]
  expect(unknown / known).toBeGreaterThan(0.5)
})
