import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readCompose } from '../deploy/composeFile.ts'
import { unknownVariables } from '../deploy/deployFiles.ts'
import { codeBlocksOf } from './codeBlocks.ts'
import { filesUnder, root } from './titles.ts'

// The pages for operators: each setting, service and file that they name exists. shellBlocks.test.ts checks our own commands;
// test/deploy/composeRuns.test.ts runs the blocks that change a database or a folder of secrets.
const pages = filesUnder('docs/site/run', /\.md$/)
const read = (page: string) => readFileSync(join(root, page), 'utf8')
const blocks = pages.flatMap((page) => codeBlocksOf(page, read(page)))

/**
 * The commands of a shell block, with continued lines joined. The test that runs a loop or a substitution covers the commands
 * in it.
 */
const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ page, text }) =>
    text
      .replaceAll(/\\\n\s*/g, ' ')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => ({ page, line: line.trim() })),
  )
const linesOf = (program: string) => commands.filter(({ line }) => line.replace(/^npx /, '').startsWith(`${program} `))

test('the pages for operators: each setting that they name exists', () => {
  const named = pages.flatMap((page) => read(page).match(/HAWSER_(?:RELAY|REGISTRY)_[A-Z_]*[A-Z]/g) ?? [])
  expect(named.length).toBeGreaterThan(10)
  expect(unknownVariables(named)).toEqual([])
})

test('the pages for operators: each docker compose command names existing services and profiles', () => {
  const { services } = readCompose()
  const profiles = Object.values(services).flatMap((service) => service.profiles ?? [])
  for (const { line } of linesOf('docker compose')) {
    for (const [, profile] of line.matchAll(/--profile (\S+)/g)) expect(profiles).toContain(profile)
    const scaled = /--scale (\w+)=/.exec(line)?.[1]
    const last = /(?:--no-deps|HUP|exec -T) (\w+)/.exec(line)?.[1]
    for (const name of [scaled, last]) if (name !== undefined) expect(services).toHaveProperty([name])
  }
  expect(linesOf('docker compose').length).toBeGreaterThan(4)
  for (const { line } of linesOf('docker build')) {
    const [, file = ''] = /--file (\S+)/.exec(line) ?? []
    expect([file, existsSync(join(root, file))]).toEqual([file, true])
  }
})

test('the pages for operators: each repository file that a command names exists', () => {
  const named = commands.flatMap(({ line }) => line.match(/(?:packages|docs|test)\/[\w./-]+/g) ?? [])
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  for (const { line } of linesOf('cp'))
    if (!line.includes('packages/'))
      expect(existsSync(join(root, 'packages/hawser/deploy', line.split(' ')[1] ?? ''))).toBe(true)
})

test('the pages for operators: units that they start are those of the packages', () => {
  const units = linesOf('systemctl').flatMap(({ line }) => line.match(/hawser-\w+/g) ?? [])
  expect(units.length).toBeGreaterThan(2)
  for (const unit of units) {
    const name = unit.replace('hawser-', '')
    expect(existsSync(join(root, `packages/${name}/deploy/${unit}.service`))).toBe(true)
  }
  const settings = blocks.filter(({ language, file }) => language === 'ini' && /^re/.test(file ?? ''))
  expect(settings.map(({ file }) => file)).toEqual(['relay.env', 'registry.env'])
  for (const { file = '', text } of settings) {
    const server = basename(file, '.env')
    expect(read(`packages/${server}/deploy/hawser-${server}.service`)).toContain(`EnvironmentFile=-/etc/hawser/${file}`)
    expect(text).toMatch(new RegExp(`^(?:HAWSER_${server.toUpperCase()}_[A-Z_]+=\\S+\\n)+$`))
  }
})

test('the pages for operators: YAML and JSON are readable', () => {
  const readable = blocks.filter(({ language }) => ['yaml', 'json'].includes(language))
  expect(readable.length).toBeGreaterThan(1)
  for (const { text } of readable) expect(parse(text)).toBeTypeOf('object')
})

test('the pages for operators: a test reads every language of a block', () => {
  const known = ['sh', 'ts', 'html', 'json', 'yaml', 'ini', 'sql', 'dockerfile', 'txt']
  expect([...new Set(blocks.map(({ language }) => language))].filter((each) => !known.includes(each))).toEqual([])
})
