import type { Finding } from './lintMarkdown.ts'
import type { TextInCode } from './read/textsInCode.ts'
import { commentRules } from './rules/commentRules.ts'
import { sentencesOf } from './sentences.ts'

/** The findings in the comments of a file. */
export function lintComments(file: string, comments: readonly TextInCode[]): readonly Finding[] {
  return comments.flatMap(({ line, text }) =>
    sentencesOf(text).flatMap((sentence) =>
      commentRules.flatMap(({ name, check }) =>
        check({ text: sentence.text, kind: 'prose' }).map(({ advice }) => ({ file, line, rule: name, advice })),
      ),
    ),
  )
}
