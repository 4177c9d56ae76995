import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { houses, isTestFile, sourceFiles } from '../../scripts/sourceGraph.ts'
import { root } from './titles.ts'

// Every `@example` of a package compiles against the public entries: it calls what exists, with options that exist.

/** Names that stand for a reader's own code. Those with a type of ours are checked in use. */
const given = `
declare const linker: import('@hawser/core').ClientLinker
declare const options: Extract<import('@hawser/core').LinkerOptions, { readonly relay: { readonly url: unknown } }>
declare const error: unknown
declare const listing: import('@hawser/core').Listing
declare const client: import('@hawser/sign').SignClient
declare const dapp: import('@hawser/sign').DappClient
declare const wallet: import('@hawser/sign').SignClient
declare const link: import('@hawser/link').Link
declare const modal: import('@hawser/modal').Modal
declare const mailbox: import('@hawser/relay').Mailbox
declare const bundle: import('@hawser/registry').Bundle
declare const Bun: { serve(options: object): void }
`

type Example = { readonly place: string; readonly house: string; readonly code: string }

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

const packages = houses.filter((house) => house.startsWith('packages/'))
const examples = packages.flatMap((house) =>
  sourceFiles(join(root, house, 'src'))
    .filter((file) => !isTestFile(file))
    .flatMap((file) => examplesIn(house, file)),
)

/** Names of the public entries of a package, with the entry that has each. */
function exportsOf(house: string): ReadonlyMap<string, string> {
  const { name, exports = {} } = JSON.parse(readFileSync(join(root, house, 'package.json'), 'utf8'))
  const names = new Map<string, string>()
  for (const [path, target] of Object.entries<Record<string, string>>(exports)) {
    const source = target['@hawser/source']
    if (source === undefined || !/\.tsx?$/.test(source) || path.includes('*')) continue
    const text = readFileSync(join(root, house, source), 'utf8')
    const listed = [...text.matchAll(/export(?: type)? \{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','))
    const made = [...text.matchAll(/export (?:async )?(?:function|const) (\w+)/g)].map(([, each = '']) => each)
    for (const each of [...listed, ...made]) {
      const exported = /(\w+)\s*$/.exec(each.trim())?.[1]
      if (exported !== undefined && !names.has(exported)) names.set(exported, `${name}${path.slice(1)}`)
    }
  }
  return names
}

const known = new Map(packages.map((house) => [house, exportsOf(house)]))

/** An example as a module: what it names of ours is imported, `…` stands for anything, and a property is one of an object. */
function moduleOf({ house, code }: Example): string {
  const words = new Set(code.match(/\b[A-Za-z]\w+\b/g))
  const declared = new Set([...code.matchAll(/(?:const|function) (\w+)/g)].map(([, name]) => name))
  const imports = [...words].flatMap((word) => {
    if (declared.has(word)) return []
    const from = [house, ...packages].map((each) => known.get(each)?.get(word)).find((entry) => entry !== undefined)
    return from === undefined ? [] : [`import { ${word} } from '${from}'`]
  })
  const body = code.replaceAll('…', '...anything')
  const statement = /^\w+: /.test(body) ? `({ ${body} })` : body
  return `${imports.join('\n')}\nexport async function example() {\n${statement}\n}\n`
}

/** A name or a module of the reader's own. Names of ours are imported, so a wrong member of one is found. */
const ownCode = new Set([2304, 2307, 18004])

test('every @example of the packages compiles', { timeout: 300_000 }, () => {
  expect(examples.length).toBeGreaterThan(70)
  const folder = join(root, 'test/docs/examples')
  const files = new Map<string, string>([[join(folder, 'given.d.ts'), given]])
  for (const [index, example] of examples.entries()) files.set(join(folder, `${index}.tsx`), moduleOf(example))
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
  const wrong = examples.flatMap(({ place }, index) => {
    const file = program.getSourceFile(join(folder, `${index}.tsx`))
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      .filter(({ code }) => !ownCode.has(code))
      .map(({ messageText }) => `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
  })
  expect(wrong).toEqual([])
})
