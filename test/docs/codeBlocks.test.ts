import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { compiler } from '../../scripts/run.ts'
import { ambientTypes, codeBlocksOf, programOf } from './codeBlocks.ts'
import { filesUnder, root } from './titles.ts'

const pages = filesUnder('docs/site', /\.md$/)
const blocks = pages.flatMap((page) => codeBlocksOf(page, readFileSync(join(root, page), 'utf8')))

test('docs/site: every code block of a program has a file name, so a page’s blocks fit together', () => {
  const nameless = blocks.filter((block) => programOf(block) !== undefined && block.file === undefined)
  expect(nameless.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  // One of two blocks of a name would not be compiled.
  const files = blocks.flatMap((block) => programOf(block)?.name.replace(/^/, `${block.page}: `) ?? [])
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([])
})

test('docs/site: a block that names a test is that test, word for word', () => {
  const tested = blocks.filter(({ source }) => source !== undefined)
  expect(tested.length).toBeGreaterThan(0)
  for (const { source = '', text } of tested) expect(text).toBe(readFileSync(join(root, source), 'utf8'))
})

test('docs/site: every program compiles against the built packages', { timeout: 240_000 }, () => {
  const folder = join(root, '.cache/code-blocks')
  rmSync(folder, { recursive: true, force: true })
  for (const block of blocks) {
    const program = programOf(block)
    if (program === undefined) continue
    const file = join(folder, block.page.replace(/\.md$/, ''), program.name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, program.text)
  }
  // As in a project of the reader's: the packages by their exports, without the condition for our sources.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'ambient.d.ts'), ambientTypes)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'node_modules', compiler), '-p', folder], {
    encoding: 'utf8',
    cwd: folder,
  })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

const settings = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', strict: true },
    ...{ noEmit: true, skipLibCheck: true, types: ['node'], allowJs: true, checkJs: false },
    ...{ lib: ['es2024', 'dom', 'dom.iterable'] },
    typeRoots: [join(root, 'node_modules/@types')],
  },
  include: ['**/*'],
  exclude: ['node_modules'],
}
