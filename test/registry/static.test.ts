import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinker, type Linker } from '@hawser/core'
import { loadBundle, loadListings } from '@hawser/registry'
import { programFile } from '@hawser/test-kit/program'
import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { untilState } from '@hawser/test-kit/untilState'
import { registryPaths } from '@hawser/wire'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

// A registry without a service: core reads the output of `hawser registry export` from a minimal file server.

const main = programFile('packages/registry/src/main.ts')
const desktop = { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false } as const

const folder = temporaryFolder()
const exported = join(folder, 'exported')
let site: string
let publicKey: string

beforeAll(() => {
  publicKey = run('keygen', '--out', join(folder, 'key')).trim()
  run('build', '--out', join(folder, 'bundle'), '--key', join(folder, 'key'))
  run('export', '--bundle', join(folder, 'bundle'), '--out', exported)
})
beforeEach(() => {
  site = join(temporaryFolder(), 'site')
  cpSync(exported, site, { recursive: true })
})

function run(...args: readonly string[]): string {
  const node = [main]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, ...args], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  expect([stderr, status]).toEqual(['', 0])
  return stdout
}

/**
 * Serves the folder below /wallets, as a project page of GitHub Pages does. The server has no content types and no search. A
 * missing file returns 404, or redirects to the front page.
 */
async function serveSite(redirects = false): Promise<string> {
  const address = await serveOnLoopback((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const file = join(site, pathname.replace(/^\/wallets\//, ''))
    try {
      if (!pathname.startsWith('/wallets/') || !statSync(file).isFile()) throw new Error('There is no such file.')
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end(readFileSync(file))
    } catch {
      if (redirects) response.writeHead(302, { Location: '/' }).end()
      else response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>404</h1>')
    }
  })
  return `${address}/wallets`
}

// The page requests Ethereum accounts.
const listed = loadListings().filter(({ chains }) => chains.some((chain) => /^eip155/.test(chain)))

async function openExplorer(registryKey = publicKey, redirects = false): Promise<Linker> {
  const linker = createLinker({
    relay: { url: 'ws://127.0.0.1:9' },
    registry: { url: await serveSite(redirects), key: registryKey },
    metadata: { name: 'Our App', description: '', url: 'https://app.example', icons: [] },
    chains: ['eip155:1'],
    world: { platform: desktop },
  })
  onTestFinished(() => linker.close())
  linker.open()
  linker.showView({ name: 'WalletExplorer' })
  return linker
}

test('T-104: core shows and searches the exported site, signed with its pinned key', async () => {
  const linker = await openExplorer()
  await untilState(linker, ({ explorer }) => explorer.status === 'ready')
  linker.loadMoreWallets()
  const { explorer } = await untilState(linker, (state) => state.explorer.isLastPage)
  const names = explorer.entries.map(({ listing }) => listing.name)
  expect([...names].sort()).toEqual(listed.map(({ name }) => name).sort())
  linker.searchWallets('metam')
  const found = await untilState(
    linker,
    (state) => state.explorer.search === 'metam' && state.explorer.status === 'ready',
  )
  expect(found.explorer.entries[0]?.listing.name).toBe('MetaMask')
})

test('T-104: a host that redirects missing files is a registry too', async () => {
  const { explorer } = await untilState(
    await openExplorer(publicKey, true),
    (state) => state.explorer.status === 'ready',
  )
  expect(explorer.total).toBe(listed.length)
})

test.each(['page', 'manifest'] as const)(
  'T-104: one changed byte of the %s, and core keeps to its own list',
  async (of) => {
    const { manifest } = loadBundle(site)
    const path = of === 'page' ? registryPaths.page(manifest.pages[0] ?? '') : registryPaths.manifest
    const bytes = readFileSync(join(site, path))
    bytes[200] = (bytes[200] ?? 0) ^ 1
    writeFileSync(join(site, path), bytes)
    const { explorer } = await untilState(await openExplorer(), (state) => state.explorer.status === 'failed')
    expect(explorer.entries.length).toBeGreaterThanOrEqual(9)
    expect(explorer.entries.length).toBeLessThan(manifest.total)
  },
)

test('T-104: another key than the pinned one, and core keeps to its own list', async () => {
  const other = run('keygen', '--out', join(folder, 'other')).trim()
  const { explorer } = await untilState(await openExplorer(other), (state) => state.explorer.status === 'failed')
  expect(explorer.entries.length).toBeLessThan(listed.length)
})
