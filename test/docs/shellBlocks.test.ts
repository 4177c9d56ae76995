import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandWorld } from '@hawser/command'
import { expect, test } from 'vitest'
import { hawserCommand } from '../../packages/hawser/src/hawserCommand.ts'
import { codeBlocksOf } from './codeBlocks.ts'
import { filesUnder, root } from './titles.ts'

// The commands, settings and theme variables that the pages name exist. Other tests compile the program blocks
// (codeBlocks.test.ts, examples.test.ts). test/example runs the examples' commands from packed packages.
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...filesUnder('docs', /\.md$/),
  ...['packages', 'apps', 'examples'].flatMap((folder) => filesUnder(folder, /^[\w-]+\/[\w-]+\/README\.md$/)),
]
const blocks = pages.flatMap((page) => codeBlocksOf(page, readFileSync(join(root, page), 'utf8')))

type Line = { readonly place: string; readonly words: readonly string[] }

/** Each command of the shell blocks, without comments and without the quoted values of options. */
const commands = blocks
  .filter(({ language }) => language === 'sh' || language === '')
  .flatMap(({ page, line, text }) =>
    text
      .replaceAll('\\\n', ' ')
      .split(/\n|&&/)
      .map((command): Line => {
        const bare = command.replace(/ #.*$/, '').replaceAll(/"[^"]*"|'[^']*'|<[^>]*>/g, 'X')
        return { place: `${page}:${line}`, words: bare.trim().split(/\s+/) }
      }),
  )

/** Returns the words after `hawser` in each way to call it: installed, by npx, or by the repository's script. */
function hawserWords({ words }: Line): readonly string[] | undefined {
  const [first, second, third, fourth] = words
  if (first === 'hawser') return words.slice(1)
  if (first === 'npx' && second === 'hawser') return words.slice(2)
  if (first === 'npm' && second === 'run' && third === 'registry' && fourth === '--')
    return ['registry', ...words.slice(4)]
  return undefined
}

async function helpOf(words: readonly string[]): Promise<string> {
  const printed: string[] = []
  const print = (text: string) => void printed.push(text)
  const world: CommandWorld = {
    ...{ write: print, fail: print, announce: () => {}, onStop: () => {}, columns: undefined, environment: {} },
    ...{
      now: () => 0,
      randomBytes: (length) => new Uint8Array(length),
      version: () => '0.0.0',
      fetch: () => expect.fail(),
    },
  }
  const code = await hawserCommand.run([...words, '--help'], world, 'hawser')
  const help = code === 0 ? printed.join('') : ''
  return help.includes('Without a command it serves.') ? helpOf([...words, 'serve']) : help
}

test('shell blocks: every command of ours and every option is in its help', async () => {
  const asked = commands.flatMap((line) => {
    const words = hawserWords(line)
    return words === undefined ? [] : [{ place: line.place, words }]
  })
  expect(asked.length).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const { place, words } of asked) {
    const flags = words.flatMap((word) => /^--[\w-]+/.exec(word)?.[0] ?? [])
    const until = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word))
    // A word after the command can be a file or an address: the longest path that is a command counts.
    const path = words.slice(0, until < 0 ? undefined : until)
    const helps = await Promise.all(path.map((_, index) => helpOf(path.slice(0, path.length - index))))
    const help = helps.find((text) => text !== '')
    if (help === undefined) wrong.push(`${place}: hawser ${words.join(' ')}`)
    for (const flag of flags) if (!new RegExp(`${flag}(?![\\w-])`).test(help ?? '')) wrong.push(`${place}: ${flag}`)
  }
  expect(wrong).toEqual([])
})

test('shell blocks: every npm script that a page names exists', () => {
  const scriptsOf = (folder: string): readonly string[] => {
    const file = join(root, folder, 'package.json')
    return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')).scripts ?? {}) : []
  }
  // `dev` is a script in the projects of create-vite, create-next-app and create-hawser.
  const known = [...scriptsOf('.'), 'dev']
  const wrong = commands.flatMap(({ place, words: [npm, verb, name = ''] }) => {
    const script = verb === 'run' ? name : ['start', 'test'].includes(verb ?? '') ? (verb ?? '') : undefined
    const own = place.startsWith('examples/') ? scriptsOf(place.split('/README')[0] ?? '') : known
    return npm !== 'npm' || script === undefined || own.includes(script) ? [] : [`${place}: ${script}`]
  })
  expect(wrong).toEqual([])
})

test('shell blocks: the repository has every package and program of ours in them', () => {
  const known = readdirSync(join(root, 'packages')).flatMap((name) => {
    const { bin = {}, ...manifest } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    return [manifest.name, ...Object.keys(bin)]
  })
  // systemd units, roles and namespaces have names like our packages, so only calls of package programs count.
  const calls = commands.filter(({ words: [program = ''] }) => /^(?:npm|npx|pnpm|yarn|bun|hawser)$/.test(program))
  const named = calls.flatMap(({ place, words }) =>
    words.filter((word) => /^(?:@hawser\/|create-hawser|hawser)[\w-]*$/.test(word)).map((word) => ({ place, word })),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ word }) => !known.includes(word))).toEqual([])
})

test('style blocks: a stylesheet reads every variable of the looks', () => {
  const sheets = filesUnder('packages/react/src', /\.css$/)
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const named = blocks
    .filter(({ language }) => language === 'css')
    .flatMap(({ page, text }) => [...text.matchAll(/--hawser-[\w-]+/g)].map(([name]) => ({ page, name })))
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter(({ name }) => !sheets.includes(`var(${name}`))).toEqual([])
})
