import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSessionCookie } from './sessionCookie.ts'

const token = `${'A'.repeat(42)}_`
const plain = createSessionCookie(new URL('http://localhost:4400'))
const secure = createSessionCookie(new URL('https://app.example'))

test('createSessionCookie: flags over http and https', () => {
  expect(plain.format(token, 60)).toBe(`hawser_session=${token}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`)
  expect(secure.format(token, 60)).toBe(
    `__Host-hawser_session=${token}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
  )
})

test.each([
  [null, undefined],
  ['', undefined],
  [`hawser_session=${token}`, token],
  [`a=b; hawser_session=${token};c=d`, token],
  [`hawser_session=${token}; hawser_session=${token}`, token],
  // Two that differ: one of them was planted.
  [`hawser_session=${token}; hawser_session=${'B'.repeat(43)}`, undefined],
  [`hawser_session=${token}x`, undefined],
  [`hawser_session=${token.slice(1)}`, undefined],
  [`hawser_session="${token}"`, undefined],
  [`xhawser_session=${token}`, undefined],
  [`__Host-hawser_session=${token}`, undefined],
  [`Hawser_Session=${token}`, undefined],
])('createSessionCookie: reads %s', (header, expected) => {
  expect(plain.read(header)).toBe(expected)
})

test('createSessionCookie: behind https the name without its prefix counts for nothing', () => {
  expect(secure.read(`hawser_session=${token}`)).toBeUndefined()
  expect(secure.read(`__Host-hawser_session=${token}`)).toBe(token)
})

test('createSessionCookie: any header gives a well-formed token or none', () => {
  const header = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.tuple(fc.constantFrom('hawser_session', 'a', ''), fc.string({ unit: 'binary' })))
      .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('; ')),
  )
  fc.assert(
    fc.property(header, (text) => {
      const read = plain.read(text)
      expect(read === undefined || /^[A-Za-z0-9_-]{43}$/.test(read)).toBe(true)
    }),
    { numRuns: runs(1000) },
  )
})
