import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { isTestFile, sourceFiles } from '../../scripts/sourceGraph.ts'
import { codeBlocksOf, programOf } from './codeBlocks.ts'
import { type Example, given, isOwnCode, moduleOf, packages } from './exampleModule.ts'
import { filesUnder, root } from './titles.ts'

// Every `@example` of a package, and every program of a page of Markdown, compiles against the public entries: it calls what exists,
// with options that exist. The pages of docs/site, whose blocks make up whole projects, have a test of their own (codeBlocks.test.ts).

function examplesIn(house: string, file: string): readonly Example[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
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
  const folder = join(root, 'test/docs/examples')
  const files = new Map<string, string>([[join(folder, 'given.d.ts'), given]])
  for (const [index, example] of all.entries()) files.set(join(folder, `${index}.tsx`), moduleOf(example))
  const settings: ts.CompilerOptions = {
    ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.ReactJSX, noEmit: true },
    ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, customConditions: ['@hawser/source'] },
    ...{ strict: true, noImplicitAny: false, skipLibCheck: true, allowImportingTsExtensions: true },
    ...{ lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], types: ['node'] },
  }
  const host = ts.createCompilerHost(settings)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.readFile = (path) => files.get(path) ?? readFile(path)
  host.getSourceFile = (path, ...rest) => {
    const text = files.get(path)
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2023)
  }
  const program = ts.createProgram([...files.keys()], settings, host)
  const wrong = all.flatMap(({ place }, index) => {
    const file = program.getSourceFile(join(folder, `${index}.tsx`))
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      .filter((diagnostic) => !isOwnCode(diagnostic))
      .map(({ messageText }) => `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
  })
  expect(wrong).toEqual([])
})

test('every JSON of a page parses', () => {
  for (const { page, line, language, text } of blocks)
    if (language === 'json') expect(() => JSON.parse(text), `${page}:${line}`).not.toThrow()
})
