import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { packAll } from '../../scripts/publish/packAll.ts'
import { createPackedProject } from './packedProject.ts'

// What a new Vite app with our packages asks its server for until the code is drawn (docs/decisions/0083, 0088). Which files come before
// the code is shown in test/browser/modal/budget.spec.ts.

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

async function buildApp(): Promise<readonly Output[]> {
  const project = createPackedProject({
    tarballs: packAll(),
    names: ['wire', 'sign', 'core', 'react'],
    modules: ['react', 'react-dom'],
  })
  const result = await build({
    root: project.folder,
    configFile: false,
    logLevel: 'error',
    // As on a developer's machine, not in a run of tests.
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: project.write('main.js', main) } },
  })
  return (Array.isArray(result) ? result : [result]).flatMap((each) => ('output' in each ? each.output : []))
}

const textOf = (file: Output) => (file.type === 'chunk' ? file.code : file.source)
const named = (name: string) => (file: Output) => file.fileName.startsWith(`assets/${name}-`)

/** A file, and all that the browser fetches with it. */
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
  const files = [...untilCode].map((file) => {
    const text = textOf(file)
    return { name: file.fileName, bytes: text.length, gzip: gzipSync(text).length }
  })
  const gzip = files.reduce((sum, file) => sum + file.gzip, 0)
  console.log(`until the code, React included: ${files.length} files, ${Math.round(gzip / 100) / 10} kB gzip`)
  for (const { name, bytes, gzip } of files) console.log(`  ${name}: ${bytes} bytes, ${gzip} gzip`)
  // The page itself: its script with React, its stylesheet.
  expect(page.size).toBeLessThanOrEqual(2)
  expect(files.length).toBeLessThanOrEqual(8)
  expect(files.filter(({ bytes }) => bytes < 1_000)).toEqual([])
  expect(gzip).toBeLessThanOrEqual(95_000)
})
