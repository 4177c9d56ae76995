import type { Finding } from './lintMarkdown.ts'
import { testTitles } from './read/testTitles.ts'
import { titleRules } from './rules/titleRules.ts'

/** The findings in the titles of a file’s tests. */
export function lintTitles(file: string, code: string): readonly Finding[] {
  return testTitles(file, code).flatMap(({ line, text }) =>
    titleRules.flatMap(({ name, check }) =>
      check({ text, kind: 'prose' }).map(({ advice }) => ({ file, line, rule: name, advice })),
    ),
  )
}
