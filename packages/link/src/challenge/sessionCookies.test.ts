import { expect, test } from 'vitest'
import { explainSessionCookies } from './sessionCookies.ts'

const now = Date.UTC(2026, 10, 21, 12)
const explain = (cookies: readonly string[], uri = 'https://app.example/') =>
  explainSessionCookies(new Headers(cookies.map((cookie): [string, string] => ['set-cookie', cookie])), { uri, now })

test.each([
  [['__Host-session=a; Path=/; Secure; HttpOnly; SameSite=Lax']],
  [['session=a; secure']],
  [['session=a; Secure; SameSite=None; Domain=app.example']],
  [['session=a; Secure', 'visitor=; Max-Age=0', 'other=; max-age=0; Path=/']],
  [['session=a; Secure', 'visitor=; Max-Age=-1', 'other=; Max-Age=00']],
  [['session=a; Secure', 'visitor=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT']],
  [['visitor=; expires=Thu, 01-Jan-1970 00:00:01 GMT', 'other=; EXPIRES=Sat, 21 Nov 2026 12:00:00 GMT']],
  [['visitor=; Max-Age=never; Expires=Thu, 01 Jan 1970 00:00:00 GMT']],
  [[]],
])('explainSessionCookies: accepts %j', (cookies) => expect(explain(cookies)).toBeUndefined())

test('explainSessionCookies: a cookie needs no Secure on this machine', () => {
  expect(explain(['session=a; SameSite=Lax'], 'http://localhost:4400/')).toBeUndefined()
})

test.each([
  [['session=s3cret; HttpOnly; SameSite=Lax'], undefined, 'the cookie "session" without `Secure`'],
  [['a=1; Secure', 'session=s3cret; Path=/'], undefined, 'the cookie "session" without `Secure`'],
  [['session=Secure; Path=/; X=Secure'], undefined, 'without `Secure`'],
  [['session=s3cret; Max-Age=1'], undefined, 'without `Secure`'],
  [['session=s3cret; Max-Age=0x0'], undefined, 'without `Secure`'],
  [['session=s3cret; Max-Age='], undefined, 'without `Secure`'],
  [['session=s3cret; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], undefined, 'without `Secure`'],
  [['session=s3cret; Expires=Sat, 21 Nov 2026 12:00:01 GMT'], undefined, 'without `Secure`'],
  [['session=s3cret; Expires=Thu, 01 Jan 1970'], undefined, 'without `Secure`'],
  [['session=s3cret; Expires=0'], undefined, 'without `Secure`'],
  [['session=s3cret; Expires='], undefined, 'without `Secure`'],
  [['session=s3cret; SameSite=none'], 'http://localhost:4400/', 'browsers drop it'],
  [['__Host-session=s3cret; Path=/'], 'http://localhost:4400/', 'a prefix that needs `Secure`'],
  [['__Secure-session=s3cret'], 'http://localhost:4400/', 'a prefix that needs `Secure`'],
  [['__Host-session=s3cret; Secure'], undefined, 'needs `Path=/`'],
  [['__Host-session=s3cret; Secure; Path=/; Domain=app.example'], undefined, 'takes no `Domain`'],
  [['s"e\u00e9=s3cret'], undefined, 'the cookie "s?e?"'],
] as const)('explainSessionCookies: refuses %j on %s', (cookies, uri, words) => {
  const text = explain(cookies, uri)
  expect(text).toContain(words)
  expect(text).not.toContain('s3cret')
})
