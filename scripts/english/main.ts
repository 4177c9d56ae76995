import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../sourceGraph.ts'
import { explainTitle } from './commits/commitTitle.ts'
import { commitsAfter, lastUnchecked } from './commits/newCommits.ts'
import { lintComments } from './lintComments.ts'
import { type Finding, lintMarkdown } from './lintMarkdown.ts'
import { lintTitles } from './lintTitles.ts'
import { codeFiles, commentedFiles, markdownPages, settingsFiles, testFiles } from './read/pages.ts'
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

async function lint(file: string): Promise<readonly Finding[]> {
  // The glossary itself names the words it refuses.
  if (file === glossary) return lintMarkdown(file, read(file), rulesOf(''))
  if (file.endsWith('.md')) return lintMarkdown(file, read(file), rules)
  const { page, lineOf } = asPage(textsInCode(file, read(file)))
  const findings = await lintMarkdown(file, page, codeRules)
  return findings.map((finding) => ({ ...finding, line: lineOf(finding.line) }))
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
const sources = codeFiles()
const files = new Set([...markdownPages(), ...sources].filter(isAsked))
const findings: Finding[] = []
for (const file of files) findings.push(...(await lint(file)))
// `lint` above has already checked the doc comments of the sources.
const withTexts = new Set(sources)
const isNote = (comment: string) => !comment.startsWith('/**')
for (const file of [...commentedFiles(), ...settingsFiles()].filter(isAsked)) {
  files.add(file)
  findings.push(...lintComments(file, read(file), withTexts.has(file) ? isNote : undefined))
}
for (const file of testFiles().filter(isAsked)) findings.push(...lintTitles(file, read(file)))
if (asked.length === 0) findings.push(...commitFindings())

for (const { file, line, rule, advice } of findings) console.log(`${file}:${line} ${rule}: ${advice}`)
console.log(`${files.size} files, ${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
