import type { Finding } from './lintMarkdown.ts'
import { commentsInCode, commentsInSettings } from './read/commentsInCode.ts'
import { commentRules } from './rules/commentRules.ts'
import { sentencesOf } from './sentences.ts'

/**
 * The findings in the comments of a file.
 * @param isRead - whether to check a comment; gets the comment with its marks
 */
export function lintComments(file: string, code: string, isRead?: (comment: string) => boolean): readonly Finding[] {
  const comments = /\.[jt]sx?$/.test(file) ? commentsInCode(file, code, isRead) : commentsInSettings(file, code)
  return comments.flatMap(({ line, text }) =>
    sentencesOf(text).flatMap((sentence) =>
      commentRules.flatMap(({ name, check }) =>
        check({ text: sentence.text, kind: 'prose' }).map(({ advice }) => ({ file, line, rule: name, advice })),
      ),
    ),
  )
}
