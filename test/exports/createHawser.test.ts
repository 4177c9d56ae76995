import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { templates } from 'create-hawser'
import { expect, test } from 'vitest'
import { packAll } from '../../scripts/publish/packAll.ts'
import { readPackages } from '../../scripts/publish/packages.ts'
import { tarballOf } from '../../scripts/publish/stagePackages.ts'
import { root } from '../docs/titles.ts'
import { createPackedProject } from './packedProject.ts'

// The package that `npm create hawser` downloads and runs.
test.each(templates)(
  'npm create hawser: $name is the example $example, word for word',
  { timeout: 600_000 },
  (each) => {
    const project = createPackedProject({ tarballs: packAll(), names: ['create-hawser'] })
    const main = join(project.pathOf('create-hawser'), 'dist/main.js')
    const args = [main, 'shop', '--template', each.name, '--no-install']
    const said = execFileSync(process.execPath, args, { cwd: project.folder, encoding: 'utf8' })
    expect(said).toContain('cd shop\n  npm install\n  npm run dev')
    const files = readdirSync(join(project.folder, 'shop'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(project.folder, 'shop', name)).isFile(),
    )
    const example = join(root, 'examples', each.example)
    for (const name of files.filter((file) => file !== '.gitignore' && file !== 'package.json'))
      expect(readFileSync(join(project.folder, 'shop', name), 'utf8')).toBe(readFileSync(join(example, name), 'utf8'))
    const manifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(manifest(join(project.folder, 'shop'))).toEqual({ ...manifest(example), name: 'shop' })
    expect(files).toEqual(expect.arrayContaining(['README.md', '.gitignore', 'package.json']))
  },
)

test('npm installs create-hawser from its tarball, and npx runs its command', { timeout: 120_000 }, () => {
  const folder = temporaryFolder()
  const manifest = readPackages().find(({ folder: home }) => home.endsWith('create-hawser'))?.manifest
  if (manifest === undefined) throw new Error('There is no package create-hawser.')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const run = (command: string, ...args: readonly string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', join(packAll(), tarballOf(manifest)))
  expect(run('npx', '--no', 'create-hawser', 'shop', '--template', 'plain', '--no-install')).toContain('cd shop')
  expect(readdirSync(join(folder, 'shop'))).toContain('index.html')
})
