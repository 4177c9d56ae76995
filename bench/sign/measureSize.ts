import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundleAlone } from '../../scripts/bundleAlone.ts'

const folder = resolve(import.meta.dirname, '../../.cache/bench/sign')

/** What a page fetches for its dapp role and nothing else, in kB: bundled alone, minified and gzipped. */
export async function measureSize(importLine: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  return gzipSync(await bundleAlone(folder, importLine), { level: 9 }).length / 1000
}
