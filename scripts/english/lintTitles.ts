import type { Finding } from './lintMarkdown.ts'
import type { TextInCode } from './read/textsInCode.ts'
import { titleRules } from './rules/titleRules.ts'

/** The findings in the titles of a file’s tests. */
export function lintTitles(file: string, titles: readonly TextInCode[]): readonly Finding[] {
  return titles.flatMap(({ line, text }) =>
    titleRules.flatMap(({ name, check }) =>
      check({ text, kind: 'prose' }).map(({ advice }) => ({ file, line, rule: name, advice })),
    ),
  )
}
