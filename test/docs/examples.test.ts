import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { isTestFile, sourceFiles } from '../../scripts/sourceGraph.ts'
import { codeBlocksOf, programOf } from './codeBlocks.ts'
import { compileFiles } from './compileFiles.ts'
import { type Example, given, isOwnCode, moduleOf, packages } from './exampleModule.ts'
import { filesUnder, root } from './titles.ts'

// Every `@example` of a package and every program on a Markdown page compiles against the built packages, so each call and
// option exists. codeBlocks.test.ts covers the pages of docs/site, whose blocks make up whole projects.

function examplesIn(house: string, file: string): readonly Example[] {
  const text = readFileSync(file, 'utf8')
  // Parsing a file with its comments as nodes takes long.
  if (!text.includes('@example')) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Example[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node))
      for (const { tagName, comment, pos } of node.tags ?? []) {
        if (tagName.text !== 'example') continue
        const { line } = source.getLineAndCharacterOfPosition(pos)
        const code = (ts.getTextOfJSDocComment(comment) ?? '').replaceAll(/^```\w*$/gm, '')
        found.push({ place: `${relative(root, file)}:${line + 1}`, house, code: code.trim() })
      }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return found
}

const examples = packages.flatMap((house) =>
  sourceFiles(join(root, house, 'src'))
    .filter((file) => !isTestFile(file))
    .flatMap((file) => examplesIn(house, file)),
)

const isProgram = new Set(['ts', 'tsx', 'js', 'jsx', 'html'])
const pages = [
  'README.md',
  ...filesUnder('docs', /\.md$/).filter((page) => !page.startsWith('docs/site/')),
  ...filesUnder('packages', /^packages\/[\w-]+\/README\.md$/),
  ...filesUnder('examples', /README\.md$/),
]
const blocks = pages.flatMap((page) => codeBlocksOf(page, readFileSync(join(root, page), 'utf8')))
const programs = blocks
  .filter(({ language }) => isProgram.has(language))
  .map(
    (block): Example => ({
      place: `${block.page}:${block.line}`,
      house: /^packages\/[\w-]+/.exec(block.page)?.[0] ?? 'packages/core',
      code: programOf(block)?.text ?? block.text,
    }),
  )

test('every @example of the packages and every program of a page compiles', { timeout: 300_000 }, () => {
  expect(examples.length).toBeGreaterThan(70)
  expect(programs.length).toBeGreaterThan(60)
  const all = [...examples, ...programs]
  const files = new Map([['given.d.ts', given], ...all.map((each, index) => [`${index}.tsx`, moduleOf(each)] as const)])
  const output = compileFiles('examples', files, { noImplicitAny: false })
  const wrong = [...output.matchAll(/^(.+?)\(\d+,\d+\): error TS(\d+): (.+)$/gm)].flatMap(
    ([, file = '', code, message = '']) =>
      isOwnCode(Number(code), message) ? [] : [`${all[Number.parseInt(file, 10)]?.place ?? file}: ${message}`],
  )
  expect(wrong).toEqual([])
  // The reader's own names always cause errors: this shows that the output was read.
  expect(output).toContain('Cannot find name')
})

test('every JSON of a page parses', () => {
  for (const { page, line, language, text } of blocks)
    if (language === 'json') expect(() => JSON.parse(text), `${page}:${line}`).not.toThrow()
})
