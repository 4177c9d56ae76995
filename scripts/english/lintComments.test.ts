import { expect, test } from 'vitest'
import { parseCode } from '../parseCode.ts'
import { lintComments } from './lintComments.ts'
import { commentsInCode } from './read/commentsInCode.ts'

test('english: a finding in a comment names the file and the line, and code is free', () => {
  const code = `
/** What the relay answers. The client is told. */
const text = '// whoever it is' // Fine. Who asks is let in.
`
  const find = (isRead?: (comment: string) => boolean) =>
    lintComments('a.test.ts', commentsInCode(parseCode('a.test.ts', code), isRead)).map(
      ({ file, line, rule }) => `${file}:${line} ${rule}`,
    )
  const note = 'a.test.ts:3 subject-clause'
  expect(find()).toEqual(['a.test.ts:2 subject-clause', 'a.test.ts:2 banned-words', note])
  expect(find((comment) => comment.startsWith('//'))).toEqual([note])
})
