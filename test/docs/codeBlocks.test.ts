import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ambientTypes, codeBlocksOf, programOf } from './codeBlocks.ts'
import { compileFiles } from './compileFiles.ts'
import { filesUnder, root } from './titles.ts'

const pages = filesUnder('docs/site', /\.md$/)
const blocks = pages.flatMap((page) => codeBlocksOf(page, readFileSync(join(root, page), 'utf8')))

test('docs/site: every code block of a program has a file name, so a page’s blocks fit together', () => {
  const nameless = blocks.filter((block) => programOf(block) !== undefined && block.file === undefined)
  expect(nameless.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  // Of two blocks with one name, only one would be compiled.
  const files = blocks.flatMap((block) => programOf(block)?.name.replace(/^/, `${block.page}: `) ?? [])
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([])
})

test('docs/site: a block that names a test is that test, word for word', () => {
  const tested = blocks.filter(({ source }) => source !== undefined)
  expect(tested.length).toBeGreaterThan(0)
  for (const { source = '', text } of tested) expect(text).toBe(readFileSync(join(root, source), 'utf8'))
})

test('docs/site: every program compiles against the built packages', { timeout: 240_000 }, () => {
  const programs = blocks.flatMap((block) => {
    const program = programOf(block)
    return program === undefined ? [] : [[join(block.page.replace(/\.md$/, ''), program.name), program.text] as const]
  })
  expect(compileFiles('code-blocks', new Map([['ambient.d.ts', ambientTypes], ...programs]))).toBe('')
})
