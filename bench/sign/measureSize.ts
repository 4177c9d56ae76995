import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundleAlone } from '../../scripts/bundleAlone.ts'

const folder = resolve(import.meta.dirname, '../../.cache/bench/sign')
const sources = resolve(import.meta.dirname, '../../packages/sign/src')

/** Returns the size of the code in kB, bundled into one file, minified and gzipped. */
async function measureSize(lines: readonly string[]): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  return gzipSync(await bundleAlone(folder, lines.join('\n')), { level: 9 }).length / 1000
}

/** Measures what a page fetches for a dapp role without storage. */
export const measureDappRole = () => measureSize(["import { createDappClient as imported } from '@hawser/sign'"])

/** Measures a dapp role with storage, plus files that our client imports later. */
export function measureStoringDappRole(later: readonly string[]): Promise<number> {
  const names = later.map((_, index) => `later${index}`)
  return measureSize([
    "import { createDappClient, createWebStorage } from '@hawser/sign'",
    ...later.map((file, index) => `import * as ${names[index]} from '${join(sources, file)}'`),
    `const imported = { createDappClient, createWebStorage, ${names.join(', ')} }`,
  ])
}

/** Measures sign-client, which has both roles and its storage in one bundle. */
export const measureSignClient = () =>
  measureSize(["import { SignClient as imported } from '@walletconnect/sign-client'"])
