import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { expect, test } from 'vitest'
import { packAll } from '../../scripts/publish/packAll.ts'
import { root } from '../docs/titles.ts'
import { createPackedProject } from './packedProject.ts'

/** The folder where `npm test` installs Jest and Babel. It is no workspace, because nothing else needs them. */
const modules = join(root, 'test/runtimes/node_modules')

const readme = readFileSync(join(root, 'packages/react/README.md'), 'utf8')
/** Returns a file exactly as the README prints it. */
function fileOf(name: string): string {
  const block = new RegExp(`<!-- ${name.replaceAll('.', '\\.')} -->\n\`\`\`jsx?\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1]
  if (block === undefined) throw new Error(`The README of react has no ${name}.`)
  return block
}

// rainbow-me/rainbowkit#461
// Only at night: Jest and Babel take seven seconds to load. The day's test below checks the two lines of the set-up.
if (isNight)
  test('F26a Jest runs a test of the button by the set-up of the README, and imports every entry', {
    timeout: 240_000,
  }, () => {
    const names = ['wire', 'sign', 'core', 'react', 'modal', 'link']
    const project = createPackedProject({ tarballs: packAll(), names })
    const entries = names.map((name) => `  expect(Object.keys(await import('@hawser/${name}'))).not.toEqual([])`)
    const imports = `test('imports every package', async () => {\n${entries.join('\n')}\n})\n`
    // A server's tests run without a page.
    project.write('entries.test.js', `/** @jest-environment node */\n${imports}`)
    for (const name of ['jest', 'jest-environment-jsdom', '@babel/preset-env', '@babel/preset-react'])
      project.link(name, modules)
    for (const name of ['jest.config.js', 'babel.config.js', 'button.test.jsx']) project.write(name, fileOf(name))
    const cache = `--cacheDirectory=${join(project.folder, 'cache')}`
    const jest = join(modules, 'jest/bin/jest.js')
    const said = execFileSync(process.execPath, [jest, '--json', cache], {
      cwd: project.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(JSON.parse(said)).toMatchObject({ success: true, numPassedTests: 2, numTotalTests: 2 })
  })

test('F26a the set-up of the README consists of its two lines', () => {
  expect(fileOf('jest.config.js').trim().split('\n').slice(1, -1)).toHaveLength(2)
})
