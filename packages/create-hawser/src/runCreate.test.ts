import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, test } from 'vitest'
import { type CreateWorld, runCreate } from './runCreate.ts'
import { templates } from './templates.ts'

/** Creates templates as the build lays them out, a folder for apps, and a person who gives these answers. */
function openPlace(answers?: readonly string[]) {
  const folder = temporaryFolder()
  const templatesFolder = join(folder, 'templates')
  for (const { name } of templates) {
    mkdirSync(join(templatesFolder, name), { recursive: true })
    writeFileSync(
      join(templatesFolder, name, 'package.json'),
      JSON.stringify({ name: `hawser-${name}`, private: true }),
    )
  }
  const said: string[] = []
  const ran: string[] = []
  const left = [...(answers ?? [])]
  const world: CreateWorld = {
    write: (text) => void said.push(text),
    fail: (text) => void said.push(text),
    ask: answers === undefined ? undefined : async () => left.shift() ?? '',
    run: (command, args, place) => {
      ran.push([command, ...args, place].join(' '))
      return 0
    },
    packageManager: 'npm',
    templatesFolder,
  }
  const app = join(folder, 'My Wäll-et')
  const manifest = () => JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
  return { world, app, said: () => said.join(''), ran, manifest }
}

test('flags answer every question: copies the template, named after its folder, and installs it', async () => {
  const { world, app, said, ran, manifest } = openPlace()
  expect(await runCreate([app, '--template', 'nextjs'], world)).toBe(0)
  expect(manifest()).toEqual({ name: 'my-wa-ll-et', private: true })
  expect(readFileSync(join(app, '.gitignore'), 'utf8')).toContain('node_modules/\n')
  expect(ran).toEqual([`npm install ${app}`])
  expect(said()).toContain('npm run dev')
  expect(said()).not.toContain('npm install\n')
})

test('asks for each missing flag, and again after an unknown template', async () => {
  const { world, app, said } = openPlace()
  const asked = { ...world, ask: openPlace([app, 'angular', ' PLAIN ']).world.ask }
  expect(await runCreate(['--no-install'], asked)).toBe(0)
  expect(existsSync(join(app, 'package.json'))).toBe(true)
  expect(said()).toContain('There is no template "angular".')
  expect(said()).toContain('npm install\n')
})

test.each([
  [['--template', 'angular'], 'There is no template "angular". Try --help.'],
  [['--templates', 'react'], "Unknown option '--templates'. Try --help."],
  [['one', 'two'], 'Name one folder. Try --help.'],
])('refuses %j, and writes nothing', async (args, message) => {
  const { world, app, said, ran } = openPlace()
  expect(await runCreate(args.length === 2 && args[0] === 'one' ? [app, 'two'] : [app, ...args], world)).toBe(2)
  expect(said()).toBe(`create-hawser: ${message}\n`)
  expect([existsSync(app), ran]).toEqual([false, []])
})

test('refuses a folder with files in it, and accepts one with only a repository', async () => {
  const { world, app, said } = openPlace()
  mkdirSync(join(app, '.git'), { recursive: true })
  expect(await runCreate([app, '--yes', '--no-install'], world)).toBe(0)
  expect(await runCreate([app, '--yes', '--no-install'], world)).toBe(1)
  expect(said()).toContain('is not empty. Name a new folder.')
})

test('reports a failed installation, and keeps the app', async () => {
  const { world, app, said } = openPlace()
  expect(await runCreate([app, '--yes'], { ...world, run: () => 1 })).toBe(1)
  expect(said()).toContain('"npm install" failed in')
  expect(existsSync(join(app, 'package.json'))).toBe(true)
})

test('--help names every template', async () => {
  const { world, said } = openPlace()
  expect(await runCreate(['--help'], world)).toBe(0)
  for (const { name } of templates) expect(said()).toContain(name)
})
