import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { bundleAlone } from '../../scripts/bundleAlone.ts'
import { filesUnder, root } from './titles.ts'

type Declared = { readonly code: string; readonly className: string; readonly file: string }

/** Every class with a `code = '…'`, with the file that declares it. */
const declared: readonly Declared[] = ['packages', 'apps']
  .flatMap((folder) => filesUnder(folder, /\/src\/.*(?<!\.test|\.fixture)\.tsx?$/))
  .flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^export class (\w+) extends .*\{\n {2}readonly code = '(.+)'/gm,
      ),
    ].map(([, className = '', code = '']) => ({ code, className, file })),
  )
const ours = declared.filter(({ file }) => file.startsWith('packages/'))
const pages = readdirSync(join(root, 'docs/errors')).map((name) => name.replace(/\.md$/, ''))

/** Returns the class name of a code. `internal_error` does not become `InternalErrorError`. */
function nameOf(code: string): string {
  const words = code.split('_').map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
  return `${words.join('').replace(/Error$/, '')}Error`
}

test('errors: every class has a page and every page a class', () => {
  expect(declared.length).toBeGreaterThan(140)
  expect([...pages].sort()).toEqual([...new Set(declared.map(({ code }) => code))].sort())
})

test('errors: of all packages a code belongs to one class', () => {
  const codes = ours.map(({ code }) => code)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

// A built-in JavaScript error has no code and no page. Each exception says why it must be a built-in error.
const mayBeBare: Readonly<Record<string, string>> = {
  'packages/wire/src/baseError.ts': 'the root of all others',
  'packages/react/src/errors.ts': 'has a code and a page, without a module that the button would fetch for it',
  'packages/core/src/platform/providerRpcError.ts': 'its code is a number of EIP-1193; ours is its cause',
  'packages/sign/src/lifetime/throwIfAborted.ts': 'the AbortError of the platform, on engines that have none',
  'packages/modal/src/scriptTag/createFileLoader.ts':
    'the browser’s own failure of an import, by whose address `loadPart` finds why',
}

/** Returns the places where a source creates a built-in error or a subclass of one. */
function bareErrorsIn(source: string): readonly number[] {
  // Parsing is slow, and few files name a built-in error.
  if (!/(?<![\w.])(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error\b/.test(source)) return []
  const file = ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX)
  const isBare = (node: ts.Node) =>
    ts.isIdentifier(node) && /^(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error$/.test(node.text)
  const lines: number[] = []
  const visit = (node: ts.Node): void => {
    const made = ts.isNewExpression(node) || ts.isCallExpression(node) ? node.expression : undefined
    const root =
      ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ExtendsKeyword ? node.types[0]?.expression : undefined
    if ([made, root].some((name) => name !== undefined && isBare(name)))
      lines.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return lines
}

test('errors: the packages throw only errors with a code', () => {
  expect(
    bareErrorsIn(
      'new Error()\nTypeError("x")\nclass A extends RangeError {}\nnew LinkError()\nError.captureStackTrace(a)',
    ),
  ).toEqual([1, 2, 3])
  const bare = filesUnder('packages', /\/src\/.*(?<!\.test|\.fixture|\.conformance)\.tsx?$/).flatMap((file) =>
    bareErrorsIn(readFileSync(join(root, file), 'utf8')).map((line) => ({ file, line })),
  )
  expect(bare.filter(({ file }) => !(file in mayBeBare)).map(({ file, line }) => `${file}:${line}`)).toEqual([])
  expect(Object.keys(mayBeBare).filter((exempt) => !bare.some(({ file }) => file === exempt))).toEqual([])
})

test('errors: the codes of core that failureCode.ts lists by hand are those of its other classes', () => {
  const [, list = ''] =
    /export type CoreErrorCode =([\s\S]*?)\n\n/.exec(
      readFileSync(join(root, 'packages/core/src/failureCode.ts'), 'utf8'),
    ) ?? []
  const listed = [...list.matchAll(/'(\w+)'/g)].map(([, code = '']) => code)
  const others = ours.filter(({ file }) => file.startsWith('packages/core/') && file !== 'packages/core/src/errors.ts')
  // Only the cause of another error: no state of a linker contains it.
  const causes = ['answer_unusable']
  expect([...listed, ...causes].sort()).toEqual(others.map(({ code }) => code).sort())
})

test('errors: each is named after its code, and links to the page of its code', async () => {
  const [, docsBase] =
    /docsBase = '(https:.+)'/.exec(readFileSync(join(root, 'packages/wire/src/baseError.ts'), 'utf8')) ?? []
  for (const { code, className, file } of ours) {
    const module: Readonly<Record<string, { readonly prototype: object }>> = await import(join(root, file))
    const error = Object.create(module[className]?.prototype ?? {}, { code: { value: code } })
    expect([className, error.name], file).toEqual([nameOf(code), nameOf(code)])
    expect(new URL(error.docsUrl).href).toBe(`${docsBase}${code}`)
  }
})

test('errors: a minified bundle keeps their names', async () => {
  const folder = join(root, '.cache/errors')
  const source = join(root, 'packages/core/src/errors.ts')
  const code = await bundleAlone(folder, `import * as imported from ${JSON.stringify(pathToFileURL(source).pathname)}`)
  const scope: { imported?: Record<string, new (message: string) => Error> } = {}
  new Function('globalThis', code)(scope)
  const error = new (scope.imported?.RegistryUntrustedError ?? Error)('No.')
  expect(error.constructor.name).not.toBe('RegistryUntrustedError')
  expect({ ...error, name: error.name }).toEqual({ code: 'registry_untrusted', name: 'RegistryUntrustedError' })
})

test.each(pages)('errors: the page of %s gives symptom, cause, mend and source', (code) => {
  const text = readFileSync(join(root, 'docs/errors', `${code}.md`), 'utf8')
  for (const part of ['**What you see.**', '**Why.**', '**What to do.**', '**Thrown by.**'])
    expect(text).toContain(part)
  expect(text).toContain(`\`${code}\``)
  expect(code).toMatch(/^[a-z]+(_[a-z0-9]+)*$/)
})
