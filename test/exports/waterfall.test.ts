import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isNight } from '@hawser/test-kit/night'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { packAll } from '../../scripts/publish/packAll.ts'
import { root } from '../docs/titles.ts'
import { createPackedProject } from './packedProject.ts'

// The requests of a new app with our packages until the code is drawn (docs/decisions/0083, 0088).
// test/browser/modal/budget.spec.ts shows which files load before the code.

const main = `
import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import '@hawser/react/button.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const linker = createLinker({
  relay: { url: 'wss://relay.example' },
  metadata: { name: 'Host', description: '', icons: [] },
  chains: ['eip155:1'],
  registry: { url: 'https://registry.example' },
  link: { url: '/link' },
})
const loadStyles = () => import('@hawser/react/modal.css')
createRoot(document.body).render(createElement(LinkerProvider, { linker, loadStyles }, createElement(LinkButton)))
`

type Output = Rolldown.RolldownOutput['output'][number]

type File = { readonly name: string; readonly bytes: number; readonly gzip: number }

const fileOf = (name: string, text: string | Uint8Array): File => ({
  name,
  bytes: text.length,
  gzip: gzipSync(text).length,
})

/** Prints the figures for docs/performance.md. */
function tell(what: string, files: readonly File[]): number {
  const gzip = files.reduce((sum, file) => sum + file.gzip, 0)
  console.log(`until the code, ${what}: ${files.length} files, ${Math.round(gzip / 100) / 10} kB gzip`)
  for (const { name, bytes, gzip } of files) console.log(`  ${name}: ${bytes} bytes, ${gzip} gzip`)
  return gzip
}

const createProject = () =>
  createPackedProject({
    tarballs: packAll(),
    names: ['wire', 'sign', 'core', 'react'],
    modules: ['react', 'react-dom'],
  })

async function buildApp(): Promise<readonly Output[]> {
  const project = createProject()
  const result = await build({
    root: project.folder,
    configFile: false,
    logLevel: 'error',
    // As in an app's production build, not in a test run.
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: project.write('main.js', main) } },
  })
  return (Array.isArray(result) ? result : [result]).flatMap((each) => ('output' in each ? each.output : []))
}

const textOf = (file: Output) => (file.type === 'chunk' ? file.code : file.source)
const named = (name: string) => (file: Output) => file.fileName.startsWith(`assets/${name}-`)

/** Returns a file and every file that the browser fetches with it. */
function withImports(output: readonly Output[], first: Output | undefined, found = new Set<Output>()): Set<Output> {
  if (first === undefined || found.has(first)) return found
  found.add(first)
  if (first.type === 'asset') return found
  for (const name of [...first.imports, ...(first.viteMetadata?.importedCss ?? [])])
    withImports(
      output,
      output.find(({ fileName }) => fileName === name),
      found,
    )
  return found
}

test('waterfall: a new Vite app asks for few files until the code, none of them tiny', async () => {
  const output = await buildApp()
  const page = withImports(
    output,
    output.find((file) => file.type === 'chunk' && file.isEntry),
  )
  const parts = ['firstCode', 'LinkModal', 'modal'].map((name) => output.find(named(name)))
  expect(parts).not.toContain(undefined)
  const untilCode = new Set([...page, ...parts.flatMap((part) => [...withImports(output, part)])])
  const files = [...untilCode].map((file) => fileOf(file.fileName, textOf(file)))
  const gzip = tell('by Vite, React included', files)
  // The page itself: its script with React, and its stylesheet.
  expect(page.size).toBeLessThanOrEqual(2)
  expect(files.length).toBeLessThanOrEqual(8)
  expect(files.filter(({ bytes }) => bytes < 1_000)).toEqual([])
  expect(gzip).toBeLessThanOrEqual(95_000)
})

test('waterfall: the script tag asks for few files until the code, none of them tiny', () => {
  const project = createPackedProject({ tarballs: packAll(), names: ['modal'] })
  const dist = join(project.pathOf('modal'), 'dist')
  const later = readdirSync(join(dist, 'hawser-modal'))
  const untilCode = new Set(['firstCode', 'LinkModal'].map((part) => later.find((name) => name.startsWith(`${part}-`))))
  expect(untilCode).not.toContain(undefined)
  for (const name of untilCode) {
    const text = readFileSync(join(dist, 'hawser-modal', `${name}`), 'utf8')
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) untilCode.add(imported)
  }
  const files = ['hawser-modal.js', 'styles.css', ...[...untilCode].map((name) => `hawser-modal/${name}`)].map((name) =>
    fileOf(name, readFileSync(join(dist, name))),
  )
  const gzip = tell('by the script tag', files)
  expect(files.length).toBeLessThanOrEqual(8)
  expect(files.filter(({ bytes }) => bytes < 1_000)).toEqual([])
  expect(gzip).toBeLessThanOrEqual(60_500)
})

type WebpackStats = {
  readonly errors: readonly { readonly message: string }[]
  readonly chunks: readonly {
    readonly initial: boolean
    readonly files: readonly string[]
    readonly origins: readonly { readonly request: string }[]
  }[]
}

// Only the nightly run installs webpack (test/runtimes).
if (isNight)
  test('waterfall: a webpack app requests as few files and bytes', { timeout: 240_000 }, async () => {
    const project = createProject()
    project.write('main.js', main)
    const { webpack } = createRequire(join(root, 'test/runtimes/package.json'))('webpack')
    const path = join(project.folder, 'dist')
    const stats: WebpackStats = await new Promise((resolve, reject) =>
      webpack({
        mode: 'production',
        context: project.folder,
        entry: './main.js',
        output: { path },
        experiments: { css: true },
        module: { rules: [{ test: /\.css$/, type: 'css/auto' }] },
      }).run((error: unknown, made: { toJson(options: object): WebpackStats }) =>
        error ? reject(error) : resolve(made.toJson({ all: false, errors: true, chunks: true, chunkOrigins: true })),
      ),
    )
    expect(stats.errors).toEqual([])
    const isUntilCode = /\/(firstCode|LinkModal)\.js$|\/modal\.css$/
    const chunks = stats.chunks.filter(
      ({ initial, origins }) => initial || origins.some(({ request }) => isUntilCode.test(request)),
    )
    const files = chunks.flatMap((chunk) => chunk.files.map((name) => fileOf(name, readFileSync(join(path, name)))))
    expect(chunks.length).toBe(4)
    const gzip = tell('by webpack, React included', files)
    expect(files.length).toBeLessThanOrEqual(8)
    // webpack's marker module for the stylesheet is the one small file.
    expect(files.filter(({ bytes }) => bytes < 1_000).length).toBeLessThanOrEqual(1)
    expect(gzip).toBeLessThanOrEqual(95_000)
  })
