import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/**
 * What a visitor's browser fetches, minified and gzipped, React not counted: before the button works, and until the QR code
 * is drawn. Built as a host app would build it. Exits with 1 over budget (quality/performance.md §2).
 */
const root = resolve(import.meta.dirname, '..')
const budgets = { button: 45 * 1024, untilQr: 45 * 1024 }

const entry = `
import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import '@hawser/react/styles.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const linker = createLinker({
  relayUrl: 'ws://localhost:4402',
  metadata: { name: 'Host', description: '', url: location.origin, icons: [] },
  chains: ['eip155:1'],
  registryUrl: 'http://localhost:4403',
  linkUrl: '/link',
})
createRoot(document.body).render(createElement(LinkerProvider, { linker }, createElement(LinkButton)))
`

type Fetch = 'at once' | 'on idle' | 'later'
type Part = { readonly name: string; readonly bytes: number; readonly fetch: Fetch }

async function bundle(): Promise<readonly Part[]> {
  // Inside the repository, so that the workspace's packages resolve.
  const folder = mkdtempSync(join(root, 'node_modules', '.size-'))
  try {
    const file = join(folder, 'entry.js')
    writeFileSync(file, entry)
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: ['@hawser/source', 'module', 'browser', 'production'] },
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: { input: file, external: [/^react($|\/)/, /^react-dom($|\/)/] },
      },
    })
    const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[]
    return outputs.flatMap(({ output }) => partsOf(output))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What is fetched when: the page's own chunks, those that draw the QR code, and what only later steps or old browsers need. */
function partsOf(output: Rolldown.RolldownOutput['output']): Part[] {
  const chunks = output.filter((item) => item.type === 'chunk')
  const withImports = (starts: readonly Rolldown.OutputChunk[]): Set<string> => {
    const found = new Set<string>()
    const follow = (fileName: string): void => {
      if (found.has(fileName)) return
      found.add(fileName)
      for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) follow(next)
    }
    for (const chunk of starts) follow(chunk.fileName)
    return found
  }
  const first = withImports(chunks.filter((chunk) => chunk.isEntry))
  const modal = chunks.filter((chunk) => chunk.facadeModuleId?.endsWith('/modal/LinkModal.tsx'))
  if (modal.length !== 1)
    throw new Error('The modal is no chunk of its own any more: scripts/size.ts measures nothing.')
  const untilQr = withImports(modal)
  return output.map((item) => ({
    name: item.fileName,
    bytes: gzipSync(item.type === 'chunk' ? item.code : item.source, { level: 9 }).length,
    fetch:
      item.type === 'asset' || first.has(item.fileName) ? 'at once' : untilQr.has(item.fileName) ? 'on idle' : 'later',
  }))
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`.padStart(9)
const sum = (parts: readonly Part[]) => parts.reduce((total, part) => total + part.bytes, 0)

const parts = await bundle()
for (const part of parts) console.log(`${kilobytes(part.bytes)}  ${part.fetch}  ${part.name}`)
const measured = {
  button: sum(parts.filter((part) => part.fetch === 'at once')),
  untilQr: sum(parts.filter((part) => part.fetch !== 'later')),
}
console.log(`${kilobytes(measured.button)}  before the button works (≤ ${budgets.button / 1024} KB, React not counted)`)
console.log(
  `${kilobytes(measured.untilQr)}  until the QR code is drawn (≤ ${budgets.untilQr / 1024} KB, React not counted)`,
)
process.exitCode = measured.button <= budgets.button && measured.untilQr <= budgets.untilQr ? 0 : 1
