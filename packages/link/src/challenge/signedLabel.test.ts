import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet } from '../createTestHost.fixture.ts'
import { createKeyedHash } from '../http/keyedHash.ts'
import { formatSignedLabel } from './signedLabel.ts'
import { cleanLabel, formatStatement } from './statements.ts'

const hash = createKeyedHash(new Uint8Array(32).fill(7))
const labels = (...texts: readonly string[]) =>
  texts.map((label, index) => formatSignedLabel({ id: `user-${index}`, label }, hash))
const code = '#[0-9a-f]{6}'

test('F46a T-30: five people with five scripts get five legible texts', () => {
  const written = labels('Anna Öster', 'Юлия Орлова', 'Игорь Титов', '李小龙', '王芳')
  expect(new Set(written).size).toBe(5)
  expect(written[0]).toMatch(new RegExp(`^Anna Oster ${code}$`))
  expect(written[1]).toMatch(new RegExp(`^Yuliya Orlova ${code}$`))
  expect(written[2]).toMatch(new RegExp(`^Igor Titov ${code}$`))
  expect(written[3]).toMatch(new RegExp(`^Li Xiao Long ${code}$`))
  expect(written[4]).toMatch(new RegExp(`^Wang Fang ${code}$`))
})

test.each([
  ['accents', ['alice', 'alicé', 'älice', 'alıce']],
  ['full width and other forms', ['alice', 'ａｌｉｃｅ', '𝒶𝓁𝒾𝒸ℯ', 'ⓐⓛⓘⓒⓔ']],
  ['letters of other alphabets', ['alice', 'аlice', 'alicе', 'αlice']],
  ['invisible characters', ['alice', 'ali\u200bce', 'alice\u202e', ' alice', 'alice ', 'al  ice']],
  ['scripts without Latin letters', ['أحمد', 'محمد', 'דוד', 'สมชาย', 'राम', '다은', 'さくら']],
  ['emoji', ['🦊', '🐙', '🦊🐙']],
  ['long ones that are cut', [`${'x'.repeat(70)}a`, `${'x'.repeat(70)}b`, `${'x'.repeat(70)}c`]],
  ['long ones whose beginning is the same and within the bound', ['x'.repeat(64), `${'x'.repeat(64)}y`]],
  ['punctuation that is not allowed', ['a|b', 'a^b', 'a"b', 'a?b']],
  ['nothing', ['', ' ', '\u200b']],
  [
    'a character that would end the name',
    ['alice', 'alice on host.example. Ref 7', "alice' on host.example", 'alice. Bob', 'alice.'],
  ],
  ['words of the text', ['x other than y', 'x OTHER THAN y', 'x This costs nothing', 'x the account y']],
  ['names of three scripts', ['Юля', '山田', 'نور']],
])('T-30: labels that differ by %s identify different people', (_, given) => {
  const written = labels(...given)
  expect(new Set(written).size).toBe(given.length)
  for (const text of written) {
    expect(text.length).toBeLessThanOrEqual(64)
    expect(cleanLabel(text)).toBe(text)
  }
})

test.each(['alice@mail.example', 'user (7) & co', 'Ron', 'on', 'x'.repeat(64)])('%s stays unchanged', (label) => {
  expect(formatSignedLabel({ id: 'a', label }, hash)).toBe(label)
})

test('nobody can copy another’s name: a label that ends like ours gets its own id', () => {
  const [anna = ''] = labels('Änna')
  const forged = formatSignedLabel({ id: 'mallory', label: anna }, hash)
  expect(forged).not.toBe(anna)
  expect(forged).toMatch(new RegExp(`^${anna} ${code}$`))
})

test.each([
  'Änna',
  'alice. Bob',
  "O'Neill",
  'Ron on Duty',
  'a. '.repeat(40),
  'ä.',
  `${'x'.repeat(50)}. ${'y'.repeat(50)}`,
])('T-30: %j stays inside the quotes and ends neither them nor the sentence', (label) => {
  const [signed = ''] = labels(label)
  const statement = formatStatement(signed, 'app.example')
  expect(statement).toBe(
    `Link this wallet to the account '${signed}' on app.example. This costs nothing and moves no funds.`,
  )
  expect(statement.split("'")).toHaveLength(3)
  expect(signed).toMatch(/ #[0-9a-f]{6}$/)
  expect(signed).not.toMatch(/[.!] | on |\n/i)
})

test('T-30: no label ends the quotes, the sentence or the line', () => {
  const piece = fc.constantFrom(
    "'",
    '. ',
    ' on ',
    '\n',
    'app.example',
    'This costs nothing',
    'é',
    '’',
    '\u2028',
    'a',
    '#',
    '! ',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 12 }), (pieces) => {
      const [signed = ''] = labels(pieces.join(''))
      expect(signed).not.toMatch(/'|[.!] | on |this costs nothing|[^\x20-\x7e]/i)
      expect(cleanLabel(signed)).toBe(signed)
      expect(signed.length).toBeLessThanOrEqual(64)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  'Anna #3fa 9c1',
  'Anna #3fa-9c1',
  'Anna #3fa9c1 (verified)',
  '#3fa9c1 Anna',
  'Anna #3fa9c1x9',
  'Anna #3fa9',
  'Anna ##',
])('T-30: %j could be read as an id that it is not: it gets its own', (label) => {
  expect(labels(label)[0]).toMatch(/ #[0-9a-f]{6}$/)
})

test.each([
  ['an escape of HTML by number', 'alice&#39; on evil.example'],
  ['escapes of HTML in hex', 'alice&#x27;&#32;on&#32;evil.example'],
  ['escapes of HTML by name', 'alice&apos;&nbsp;on evil'],
  ['escapes of an address', 'alice%27%20on%20evil.example'],
  ['escapes of JSON', 'alice\\u0027 on'],
  ['a quote and letters that look like others', 'alice\u2019 \u043en evil'],
  ['full stops of other scripts', 'alice\u3002 Bob\u06d4 Bob\u0964 Bob\uff0e Bob'],
  ['marks that show nothing or turn the line', '\u202ealice\u2069\u200d\ufe0f\u{e0041}'],
  ['many marks on one letter', 'a\u0301\u0302\u0303'.repeat(30)],
  ['halves of a character', '\ud83dalice\udc00'],
  ['ten thousand characters', 'x'.repeat(10_000)],
  ['ten thousand characters of another script', '\u044f'.repeat(10_000)],
  ['lines of a text to sign in', 'alice\nNonce: 1\r\nURI: https://evil.example\u2028Version: 1'],
  ['a site in letters that look like others', '\u0430\u0440\u0440\u04cf\u0435.com'],
])('T-30: %s show only a name', (_, label) => {
  const [signed = ''] = labels(label)
  expect(signed).toMatch(/^[A-Za-z0-9 .,:?&~/-]*#[0-9a-f]{6}$/)
  expect(signed).not.toMatch(/[.!] | on |&#?\w+;|%/i)
  expect(signed.length).toBeLessThanOrEqual(64)
})

test.each(["alice' .", 'a é .', 'é on .', 'é. on on !', 'é . . .', 'é .. on', '. é', 'é on on'])(
  'T-30: of %j the page and the signed text say the same',
  (label) => {
    const [signed = ''] = labels(label)
    expect(formatStatement(signed, 'app.example')).toContain(`the account '${signed}' on app.example.`)
    expect(signed).not.toContain('  ')
  },
)

test('nobody can copy another’s short id in look-alike letters', () => {
  for (const label of [
    'Anna #3fa9c1',
    'Anna #3fa9c1.',
    'Anna # 3fa9c1',
    'Anna #3FA9C1',
    'Anna #3fa9cl',
    'Anna (#3fa9c1)',
  ])
    expect(labels(label)[0]).toMatch(/#[0-9a-f]{6}$/)
  expect(new Set(labels('Anna #3fa9c1', 'Anna #3fa9c1')).size).toBe(2)
})

test('T-30: two users never have one name through changes in it, with any labels', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.string({ unit: 'binary', maxLength: 90 }),
      (one, two) => {
        fc.pre(one !== two)
        const [first, second] = labels(one, two)
        expect(first).not.toBe(second)
      },
    ),
    { numRuns: 500 },
  )
})

describe('in the signed text', () => {
  const wallet = createTestWallet(1)
  const textFor = async (label: string, asciiLabel?: string) => {
    const hostUser = async () => ({ id: 'alice', label, asciiLabel })
    const host = await createTestHost({ hostUser, hashKey: new Uint8Array(32).fill(7) })
    const { message, account } = await host.challenge('alice', wallet)
    return { message, account, shown: host.link.signedLabel(await hostUser()) }
  }

  test('T-30: `signedLabel` and the challenge match the text that the wallet shows', async () => {
    const { message, account, shown } = await textFor('李小龙')
    expect(account).toBe(shown)
    expect(shown).toMatch(/^Li Xiao Long #[0-9a-f]{6}$/)
    expect(message).toContain(`Link this wallet to the account '${shown}' on app.example.`)
  })

  test('`asciiLabel` is an option of the host app', async () => {
    const { message, shown } = await textFor('王芳', 'Wang Fang (wang@mail.example)')
    expect(shown).toBe('Wang Fang (wang@mail.example)')
    expect(message).toContain(`the account '${shown}' on app.example.`)
  })

  test('the same user keeps the same id as long as the key is the same', async () => {
    expect((await textFor('王芳')).shown).toBe((await textFor('王芳')).shown)
  })

  test.each([
    { id: 'alice' },
    { id: 'alice', label: null },
    { id: 7, label: 'alice' },
    { label: 'alice' },
    { id: 'alice', label: 'alice', asciiLabel: 1 },
    { id: 'alice', label: 'alice', sessionId: null },
  ])('a label from untyped code appears in no text: %j', async (given) => {
    const host = await createTestHost({ hostUser: async () => given as never })
    const answer = await host.send('/challenges', {
      method: 'POST',
      body: { purpose: 'link', accountId: wallet.accountId },
    })
    expect(answer).toMatchObject({ status: 500, body: { code: 'link_failed' } })
    expect(String(host.failures[0])).toContain('`hostUser` must give')
  })
})
