import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, defaultClientConditions, type Rolldown } from 'vite'

const root = resolve(import.meta.dirname, '../../.cache/bench/sign')

/** What a page fetches for its dapp role and nothing else, in kB: bundled alone, minified, each file gzipped. */
export async function measureSize(importLine: string): Promise<number> {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  const input = join(root, 'entry.js')
  writeFileSync(input, `${importLine}\nglobalThis.create = create\n`)
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@hawser/source', ...defaultClientConditions] },
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input } },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) => ('output' in each ? each.output : []))
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const fetched = new Set<Rolldown.OutputChunk>()
  const follow = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || fetched.has(chunk)) return
    fetched.add(chunk)
    // What is imported later, by whom it concerns, is not counted on either side.
    for (const name of chunk.imports) follow(chunks.find(({ fileName }) => fileName === name))
  }
  follow(chunks.find(({ isEntry }) => isEntry))
  return [...fetched].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / 1000
}
