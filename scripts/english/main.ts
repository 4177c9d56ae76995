import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCode } from '../parseCode.ts'
import { root } from '../sourceGraph.ts'
import { explainTitle } from './commits/commitTitle.ts'
import { commitsAfter, lastUnchecked } from './commits/newCommits.ts'
import { lintComments } from './lintComments.ts'
import { type Finding, lintMarkdown } from './lintMarkdown.ts'
import { lintTitles } from './lintTitles.ts'
import { commentsInCode, commentsInSettings } from './read/commentsInCode.ts'
import { codeFiles, commentedFiles, markdownPages, settingsFiles, testFiles } from './read/pages.ts'
import { testTitles } from './read/testTitles.ts'
import { asPage, textsInCode } from './read/textsInCode.ts'
import { commentWords } from './rules/commentRules.ts'
import { rulesOf } from './rules/rules.ts'

/**
 * Checks the English of the pages, of the texts and comments in the code, of the titles of tests and of new commits. With paths
 * as arguments it checks only those files.
 */
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const glossary = 'docs/glossary.md'
const rules = rulesOf(read(glossary))
const codeRules = [...rules, commentWords]

const pages = new Set(markdownPages())
const sources = new Set(codeFiles())
const tests = new Set(testFiles())
const isNote = (comment: string) => !comment.startsWith('/**')

async function lintCode(file: string): Promise<readonly Finding[]> {
  const source = parseCode(file, read(file))
  // The texts of a source include the comments of its names.
  const isSource = sources.has(file)
  const { page, lineOf } = asPage(isSource ? textsInCode(source) : [])
  const findings = page === '' ? [] : await lintMarkdown(file, page, codeRules)
  return [
    ...findings.map((finding) => ({ ...finding, line: lineOf(finding.line) })),
    ...lintComments(file, commentsInCode(source, isSource ? isNote : undefined)),
    ...(tests.has(file) ? lintTitles(file, testTitles(source)) : []),
  ]
}

function lint(file: string): Promise<readonly Finding[]> | readonly Finding[] {
  // The glossary itself names the words it refuses.
  if (pages.has(file)) return lintMarkdown(file, read(file), file === glossary ? rulesOf('') : rules)
  return /\.[jt]sx?$/.test(file) ? lintCode(file) : lintComments(file, commentsInSettings(file, read(file)))
}

function commitFindings(): readonly Finding[] {
  const commits = commitsAfter(lastUnchecked, root)
  if (commits === undefined) {
    console.log(`commit titles: not checked, as this history does not have ${lastUnchecked}`)
    return []
  }
  return commits.flatMap(({ id, title }) => {
    const advice = explainTitle(title)
    return advice === undefined
      ? []
      : [{ file: `commit ${id}`, line: 1, rule: 'commit-title', advice: `${title}: ${advice}` }]
  })
}

const asked = process.argv.slice(2)
const isAsked = (file: string) => asked.length === 0 || asked.some((path) => file.startsWith(path))
const files = new Set([...pages, ...sources, ...commentedFiles(), ...settingsFiles()].filter(isAsked))
const findings: Finding[] = []
for (const file of files) findings.push(...(await lint(file)))
if (asked.length === 0) findings.push(...commitFindings())

for (const { file, line, rule, advice } of findings) console.log(`${file}:${line} ${rule}: ${advice}`)
console.log(`${files.size} files, ${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
