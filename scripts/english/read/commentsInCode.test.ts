import { expect, test } from 'vitest'
import { parseCode } from '../../parseCode.ts'
import { commentsInCode, commentsInSettings } from './commentsInCode.ts'

test('english: reads comments of every form, adjacent lines as one, and nothing within texts', () => {
  const code = `
// One line
// and the next.
const url = 'https://a.example/*' + \`//\${/* in a template */ 1}//\` // behind code
/** Opens it. */
const page = (
  <p title="// text">
    // the text of a page
    {/* in JSX */}
  </p>
)
const pattern = /[/]//* behind a pattern */
function last() {
  // before the end
}
`
  expect(commentsInCode(parseCode('a.tsx', code))).toEqual([
    { line: 2, text: 'One line and the next.' },
    { line: 4, text: 'in a template' },
    { line: 4, text: 'behind code' },
    { line: 5, text: 'Opens it.' },
    { line: 9, text: 'in JSX' },
    { line: 12, text: 'behind a pattern' },
    { line: 14, text: 'before the end' },
  ])
})

test('english: a tag, an item and an empty line begin a paragraph, without code and orders', () => {
  const code = `
/**
 * Takes \`some code\` and {@link Relay},
 * over two lines.
 *
 * - one item
 * @param url - the relay's address
 * @returns the relay
 * @example
 * \`\`\`ts
 * open('who is told')
 * \`\`\`
 */
// biome-ignore lint/style/noDefaultExport: a page needs it
`
  expect(commentsInCode(parseCode('a.ts', code))).toEqual([
    { line: 3, text: 'Takes X and X, over two lines.' },
    { line: 6, text: '- one item' },
    { line: 7, text: "the relay's address" },
    { line: 8, text: 'the relay' },
    { line: 14, text: 'a page needs it' },
  ])
})

test('english: reads only the comments it is asked for', () => {
  const code = '/** Opens it. */\nopen() // a note'
  expect(commentsInCode(parseCode('a.ts', code), (comment) => !comment.startsWith('/**'))).toEqual([
    { line: 2, text: 'a note' },
  ])
})

test('english: reads comments of scripts and settings, adjacent lines as one, and no commands', () => {
  const settings = `# One line
# and the next.
#   docker run it
port: 4402 # behind a value
# Alone.
colour: "#fff"
`
  expect(commentsInSettings('a.yaml', settings)).toEqual([
    { line: 1, text: 'One line and the next.' },
    { line: 4, text: 'behind a value' },
    { line: 5, text: 'Alone.' },
  ])
  expect(commentsInSettings('a.lua', '-- Takes `one`.\nlocal last = #list -- of all\n')).toEqual([
    { line: 1, text: 'Takes X.' },
    { line: 2, text: 'of all' },
  ])
})
