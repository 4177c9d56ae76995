import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { atNight, isNight } from '@hawser/test-kit/night'
import react from '@vitejs/plugin-react'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { packAll } from '../../scripts/publish/packAll.ts'
import { root } from '../docs/titles.ts'
import { createPackedProject } from './packedProject.ts'

// New projects as a reader of the README creates them, with packages installed from their tarballs.
let tarballs = ''
beforeAll(() => {
  tarballs = packAll()
})
const timeout = 120_000

/** Runs a program until the test ends. Resolves to the first group of the pattern in the program's output. */
async function hear(args: readonly string[], cwd: string, pattern: RegExp): Promise<string> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const said = pattern.exec(line)?.[1]
    if (said !== undefined) return said
  }
  throw new Error(`It ended before it said so: ${errors}`)
}

/** Returns the output of a failing program. */
function failureOf(args: readonly string[], cwd: string): string {
  try {
    execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    if (error instanceof Error && 'stderr' in error) return String(error.stderr)
    throw error
  }
  throw new Error('It did not fail.')
}

test.each([
  ['relay', ['libsql'], /^relay: ws(:\/\/\S+) /] as const,
  ...atNight(['registry', [], /^registry: http(:\/\/\S+) /] as const),
])('the command of %s starts and is healthy', { timeout }, async (name, modules, pattern) => {
  const project = createPackedProject({ tarballs, names: ['wire', 'command', name], modules })
  const program = join(project.pathOf(name), 'dist/main.js')
  const url = await hear([program, '--port', '0'], project.folder, pattern)
  expect(await (await fetch(`http${url}/healthz`)).text()).toBe('ok')
})

test('a relay without a driver says which package to install, in one line', { timeout }, () => {
  const project = createPackedProject({ tarballs, names: ['wire', 'command', 'relay'] })
  const program = join(project.pathOf('relay'), 'dist/main.js')
  expect(failureOf([program, '--port', '0'], project.folder)).toMatch(
    /^hawser relay: .*needs the package libsql\. Install it: npm install libsql\. .*\n$/,
  )
  expect(failureOf([program, '--port', '0', '--redis-url', 'redis://127.0.0.1:1'], project.folder)).toMatch(
    /^hawser relay: .*needs the package @redis\/client\. Install it beside @hawser\/relay: npm install @redis\/client\n$/,
  )
})

const linkOptions = `{
  domain: 'localhost:3000',
  uri: 'http://localhost:3000/',
  allowedOrigins: ['http://localhost:3000'],
  chains: ['eip155:1'],
  hostUser: async () => undefined,
}`

test.each([
  ['openSqliteLinkStore', "{ file: './links.sqlite' }", 'libsql'],
  ...atNight(['openPostgresLinkStore', "{ url: 'postgresql://127.0.0.1:1/x' }", 'pg']),
])('%s without its driver names it, and the rest of the package works', { timeout }, (opener, options, driver) => {
  const project = createPackedProject({ tarballs, names: ['wire', 'command', 'link'], manifest: { type: 'module' } })
  const main = project.write(
    'main.js',
    `import { DriverMissingError, ${opener} } from '@hawser/link'
const error = await ${opener}(${options}).catch((error) => error)
console.log(error instanceof DriverMissingError, error.code, error.message)
`,
  )
  const said = execFileSync(process.execPath, [main], { cwd: project.folder, encoding: 'utf8' })
  expect(said).toBe(`true driver_missing ${opener} needs the package ${driver}. Install it: npm install ${driver}\n`)
  expect(existsSync(join(project.folder, 'links.sqlite'))).toBe(false)
})

test.each([
  ...atNight([
    'Express',
    'express',
    `import express from 'express'
import { createNodeHandler } from '@hawser/link/node'
const server = express().use('/link', createNodeHandler(link)).listen(0, '127.0.0.1', () => console.log('port ' + server.address().port))`,
  ]),
  [
    'Hono',
    '@hono/node-server',
    `import { serve } from '@hono/node-server'
import { Hono } from 'hono'
const app = new Hono()
app.mount('/link', (request) => link.fetch(request))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log('port ' + port))`,
  ],
])('%s: the link API answers in a new project', { timeout }, async (_name, framework, server) => {
  const modules = ['libsql', framework]
  const project = createPackedProject({
    tarballs,
    names: ['wire', 'command', 'link'],
    modules,
    manifest: { type: 'module' },
  })
  const main = project.write(
    'main.js',
    `import { createLink, openSqliteLinkStore } from '@hawser/link'
const link = createLink({ store: await openSqliteLinkStore({ file: './links.sqlite' }), ...${linkOptions} })
${server}
`,
  )
  const port = await hear([main], project.folder, /^port (\d+)$/)
  const answer = await fetch(`http://127.0.0.1:${port}/link/wallets`)
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'not_signed_in' }])
})

const page = `import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import '@hawser/react/styles.css'
import { createRoot } from 'react-dom/client'

const linker = createLinker({
  relay: { url: 'wss://relay.example' },
  chains: ['eip155:1'],
  metadata: { name: 'Example', description: 'An example', url: 'https://example.com', icons: [] },
})
createRoot(document.body).render(<LinkerProvider linker={linker}><LinkButton /></LinkerProvider>)
`
const ofBrowsers = ['wire', 'sign', 'core', 'react'] as const

test('esbuild: bundles a page with the button without a warning', { timeout }, async () => {
  const project = createPackedProject({ tarballs, names: ofBrowsers })
  const { warnings, outputFiles } = await esbuild({
    ...{ entryPoints: [project.write('main.tsx', page)], absWorkingDir: project.folder, outdir: 'out', write: false },
    ...{ bundle: true, format: 'esm', splitting: true, jsx: 'automatic', logLevel: 'silent' },
  })
  expect(warnings).toEqual([])
  expect(outputFiles.map(({ path }) => path).join()).toContain('main.css')
})

// Only at night: by day the other tests of the button cover the component.
if (isNight)
  test('Vitest: a test of the button runs without any set-up', { timeout }, () => {
    const modules = ['vitest', 'happy-dom', 'vite']
    const project = createPackedProject({ tarballs, names: ofBrowsers, modules, manifest: { type: 'module' } })
    const readme = readFileSync(join(root, 'packages/react/README.md'), 'utf8')
    const [, button = ''] = /<!-- button\.test\.jsx -->\n```jsx\n([\s\S]*?)```/.exec(readme) ?? []
    project.write(
      'button.test.jsx',
      `import '@hawser/react/styles.css'\nimport { expect, test } from 'vitest'\n${button}`,
    )
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--root', project.folder, '--environment', 'happy-dom', '--reporter', 'json']
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_OPTIONS$/.test(name)),
    )
    const options = {
      cwd: project.folder,
      env: environment,
      encoding: 'utf8' as const,
      stdio: 'pipe' as const,
    }
    expect(JSON.parse(execFileSync(process.execPath, args, options))).toMatchObject({
      success: true,
      numPassedTests: 1,
    })
  })

test('workers: code for every runtime imports nothing of Node', { timeout }, async () => {
  const project = createPackedProject({ tarballs, names: ofBrowsers })
  const targets = [
    '@hawser/wire',
    '@hawser/sign',
    '@hawser/sign/origin',
    '@hawser/core',
    '@hawser/core/provider',
    '@hawser/react',
  ]
  const entry = project.write('main.js', targets.map((target) => `export * from '${target}'\n`).join(''))
  // A neutral platform has no Node modules.
  const { metafile } = await esbuild({
    ...{ entryPoints: [entry], absWorkingDir: project.folder, outdir: 'out', write: false, metafile: true },
    ...{ bundle: true, format: 'esm', platform: 'neutral', external: ['react', 'react-dom'], logLevel: 'silent' },
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
  expect(imports.filter((path) => !/^react/.test(path) && !path.startsWith('out/'))).toEqual([])
})

if (isNight) {
  test.each([false, true])('Vite: builds a page with the button (on the server: %s)', { timeout }, async (ssr) => {
    const project = createPackedProject({ tarballs, names: ofBrowsers })
    const entry = project.write('main.tsx', page)
    project.write('index.html', '<!doctype html><script type="module" src="/main.tsx"></script>')
    const warnings: string[] = []
    const logger = {
      ...{ hasWarned: false, info: () => {}, clearScreen: () => {}, hasErrorLogged: () => false },
      ...{ warn: (text: string) => warnings.push(text), warnOnce: (text: string) => warnings.push(text) },
      error: (text: string) => warnings.push(text),
    }
    await vite({
      // With the plugin, as `npm create vite` configures it: the plugin handles "use client".
      ...{ root: project.folder, configFile: false, customLogger: logger, plugins: [react()] },
      build: { outDir: 'out', ...(ssr && { ssr: entry }) },
    })
    // The bundler's timing depends on the machine. On a terminal this message is coloured.
    expect(warnings.filter((text) => !text.includes('[PLUGIN_TIMINGS]'))).toEqual([])
    expect(existsSync(join(project.folder, 'out'))).toBe(true)
  })
}
