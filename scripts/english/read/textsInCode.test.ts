import { expect, test } from 'vitest'
import { parseCode } from '../../parseCode.ts'
import { asPage, textsInCode } from './textsInCode.ts'

test('english: reads comments of names and texts of errors, not other strings and comments', () => {
  const code = `
/** Opens the {@link Relay}.
 * @param url - where it is
 */
export function open(url: string) {
  // A note between colleagues.
  console.log('some words of a log')
  if (url === '') throw new MissingUrlError('pass the address \\'url\\'', 'url')
  throw new RelayError(\`The relay at \${url} \` + 'did not answer.')
}
export class RelayError extends Error {
  constructor(url: string) {
    super(\`\${url} did not answer.\`)
  }
}
`
  expect(textsInCode(parseCode('a.ts', code))).toEqual([
    { line: 2, text: 'Opens the `Relay`.\n`url`: where it is\n' },
    { line: 8, text: "pass the address 'url'" },
    { line: 9, text: 'The relay at X did not answer.' },
    { line: 13, text: 'X did not answer.' },
  ])
})

test('english: reads the entries of a dictionary', () => {
  const code = `export const flow = { title: 'Link your wallet', ok: 'OK', count: (n: string) => \`\${n} wallets were found\` }`
  expect(textsInCode(parseCode('packages/react/src/messages/english/flow.ts', code))).toEqual([
    { line: 1, text: 'Link your wallet' },
    { line: 1, text: 'X wallets were found' },
  ])
})

test('english: reads the texts of elements, with what is set apart in them', () => {
  const code = `export const Note = ({ name }) => (
  <ol title="not read here either">
    <li>
      Open <b>the wallet</b> {name},
      and <br /> approve.
    </li>
    <li>{name}</li>
  </ol>
)`
  expect(textsInCode(parseCode('a.tsx', code))).toEqual([{ line: 3, text: 'Open the wallet X, and X approve.' }])
})

test('english: a page of texts knows the line that each came from', () => {
  const { page, lineOf } = asPage([
    { line: 7, text: 'one\ntwo' },
    { line: 40, text: 'three' },
  ])
  const lines = page.split('\n')
  expect(['one', 'two', 'three'].map((text) => lineOf(lines.indexOf(text) + 1))).toEqual([7, 8, 40])
})
