import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atNight, isNight } from '@hawser/test-kit/night'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import { packAll } from '../../scripts/publish/packAll.ts'
import { root } from '../docs/titles.ts'
import { createPackedProject, packages, typedExportsOf } from './packedProject.ts'

let tarballs = ''
beforeAll(() => {
  tarballs = packAll()
})

/**
 * Returns TypeScript's errors in a file and in the files of our packages that it imports. Errors in third-party packages are
 * ignored.
 */
function compile(folder: string, file: string, settings: object): readonly string[] {
  const { options, errors } = ts.convertCompilerOptionsFromJson({ types: ['node'], ...settings }, folder)
  const typeRoots = [join(root, 'node_modules/@types')]
  const program = ts.createProgram([file], { ...options, typeRoots })
  // Emitting the whole program would also check all third-party declarations.
  program.emit(program.getSourceFile(file))
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))
  const found = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...ours.flatMap((each) => program.getSemanticDiagnostics(each)),
  ]
  return found.map(({ code, messageText, file: where }) => {
    return `TS${code} ${where?.fileName.slice(folder.length) ?? ''} ${ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 200)}`
  })
}

const strict = { strict: true, target: 'es2022', skipLibCheck: false, jsx: 'react-jsx' }
const readme = readFileSync(join(root, 'packages/link/README.md'), 'utf8')
const recipe: { compilerOptions: object } = JSON.parse(
  /<!-- test\/exports\/typescript\.test\.ts -->\n```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? '{}',
)
const node10 = { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0', outDir: 'dist' }

const server = `import { createLink, openSqliteLinkStore, type LinkOptions } from '@hawser/link'
import { createNodeHandler } from '@hawser/link/node'

export const chainsOf = (options: LinkOptions): readonly string[] => options.chains ?? []
console.log(typeof createLink, typeof openSqliteLinkStore, typeof createNodeHandler)
`

// wevm/wagmi#2640
test.each<[string, object]>([
  ['the tsconfig.json of the README', recipe.compilerOptions],
  ...atNight<[string, object]>(
    ['node10', { ...strict, ...node10 }],
    ['bundler', { ...strict, module: 'commonjs', moduleResolution: 'bundler', outDir: 'dist' }],
  ),
])('F26b CommonJS TypeScript with %s finds the types and runs', { timeout: 240_000 }, (_name, settings) => {
  const project = createPackedProject({ tarballs, names: ['wire', 'command', 'link'] })
  const file = project.write('main.ts', server)
  expect(compile(project.folder, file, settings)).toEqual([])
  const main = join(project.folder, 'dist/main.js')
  expect(readFileSync(main, 'utf8')).toContain('require("@hawser/link")')
  const said = execFileSync(process.execPath, ['--no-warnings', main], { cwd: project.folder, encoding: 'utf8' })
  expect(said).toBe('function function function\n')
})

// Only at night: the README quotes the message of `node16`, which TypeScript seldom changes.
if (isNight)
  test('F26b node16 refuses an ES module in CommonJS, as the README says', { timeout: 240_000 }, () => {
    const project = createPackedProject({ tarballs, names: ['wire', 'command', 'link'] })
    const file = project.write(
      'main.ts',
      `${server}void import('@hawser/link').then((link) => typeof link.createLink)\n`,
    )
    const found = compile(project.folder, file, { ...strict, module: 'node16', outDir: 'dist' })
    // The two import statements fail; the `import()` does not.
    expect(found.map((line) => line.slice(0, 6))).toEqual(['TS1479', 'TS1479'])
    expect(readme).toContain('TS1479')
  })

// Only at night: the types of viem, wagmi and React take long to read. By day check-package.ts runs attw on every entry.
test.each<[string, object]>(
  atNight<[string, object]>(
    ['node10', node10],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
    ['nodenext', { module: 'nodenext' }],
  ),
)('TypeScript follows every type of every package: %s', { timeout: 240_000 }, (_name, settings) => {
  const project = createPackedProject({ tarballs, names: packages, modules: ['@types/react', '@types/react-dom'] })
  const targets = packages.flatMap((name) => typedExportsOf(project.manifestOf(name)))
  expect(targets.length).toBeGreaterThan(25)
  const lines = targets.map(
    (target, index) => `import * as m${index} from '${target}'\nexport const v${index} = m${index}\n`,
  )
  const file = project.write('all.ts', lines.join(''))
  expect(compile(project.folder, file, { ...strict, ...settings, outDir: 'dist' })).toEqual([])
})
