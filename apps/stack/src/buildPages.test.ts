import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { beforeEach, expect, test } from 'vitest'
import { buildPages } from './buildPages.ts'
import { PageBuildFailedError } from './errors.ts'

let root: string
beforeEach(() => {
  root = temporaryFolder()
  write('package-lock.json', '{}')
  write('packages/wire/package.json', '{ "name": "@hawser/wire" }')
  write('packages/wire/src/index.ts', 'export const word = "first"')
  write('packages/core/package.json', '{ "name": "@hawser/core", "dependencies": { "@hawser/wire": "0" } }')
  for (const [app, dependency] of [
    ['host', 'core'],
    ['wallet', 'sign'],
  ] as const) {
    write(`apps/${app}/package.json`, `{ "dependencies": { "@hawser/${dependency}": "0" } }`)
    write(`apps/${app}/index.html`, '<!doctype html><script type="module" src="/src/page/main.ts"></script>')
    write(`apps/${app}/vite.config.ts`, 'export default {}')
  }
  write('apps/handoff/package.json', '{ "dependencies": { "@hawser/wire": "0" } }')
  write('apps/handoff/src/main.ts', 'console.log("handoff")')
  // Like the config of packages/link: one module, named by the config.
  write(
    'packages/link/vite.config.ts',
    `export default { root: ${JSON.stringify(join(root, 'apps/handoff'))}, build: { rolldownOptions: { input: ${JSON.stringify(
      join(root, 'apps/handoff/src/main.ts'),
    )}, output: { entryFileNames: 'handoffPage.js' } } } }`,
  )
  write('packages/sign/package.json', '{ "name": "@hawser/sign" }')
  write(
    'apps/host/src/page/main.ts',
    'import { word } from "../../../../packages/wire/src/index.ts"\nconsole.log(word)',
  )
  write('apps/wallet/src/page/main.ts', 'console.log("wallet")')
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Runs a build, and returns the pages that were built. */
async function built(): Promise<readonly string[]> {
  const lines: string[] = []
  await buildPages((line) => lines.push(line), root)
  return lines.map((line) => line.split(' ')[2] ?? line)
}

function hostScript(): string {
  const assets = join(root, 'apps/host/dist/assets')
  return readdirSync(assets)
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .join('')
}

const handoffPage = () => readFileSync(join(root, 'packages/link/dist/handoffPage.js'), 'utf8')

test('buildPages: builds stale pages, and nothing twice', async () => {
  expect(await built()).toEqual(['host', 'wallet', 'handoff'])
  expect(handoffPage()).toContain('handoff')
  expect(hostScript()).toContain('first')
  expect(await built()).toEqual([])

  write('packages/wire/src/index.ts', 'export const word = "second"')
  expect(await built()).toEqual(['host', 'handoff'])
  expect(hostScript()).toContain('second')
  expect(hostScript()).not.toContain('first')

  write('packages/wire/src/index.test.ts', 'a test is no source')
  expect(await built()).toEqual([])
  write('package-lock.json', '{ "lockfileVersion": 3 }')
  expect(await built()).toEqual(['host', 'wallet', 'handoff'])
  rmSync(join(root, 'apps/wallet/dist'), { recursive: true })
  expect(await built()).toEqual(['wallet'])
  rmSync(join(root, 'packages/link/dist'), { recursive: true })
  expect(await built()).toEqual(['handoff'])
})

test('buildPages: refuses a page that does not compile in one line, and keeps the last build', async () => {
  await built()
  write('apps/host/src/page/main.ts', 'const broken = ')
  const attempt = buildPages(() => {}, root)
  await expect(attempt).rejects.toThrow(PageBuildFailedError)
  await expect(attempt).rejects.toThrow(/^The host page could not be built\. [^\n]*main\.ts[^\n]*$/)
  expect(hostScript()).toContain('first')
  expect(existsSync(join(root, 'apps/host/.cache')) && readdirSync(join(root, 'apps/host/.cache'))).toEqual([])
})
