import { resolve } from 'node:path'
import { createRelay } from '@hawser/relay'
import { startPostgres, type TestPostgres } from '@hawser/test-kit/startPostgres'
import type { Browser } from '@playwright/test'
import { serveFolder } from '../modal/serveFolder.ts'
import type { Program } from '../relay/startProgram.ts'

export type GrowthPage = 'hawser' | 'linkedWallets'

/** The resources that several sizes share. Each is created, and its code imported, on first use. */
export type World = {
  /** Starts a relay in its own process, built as it is shipped, with its mailbox in memory. */
  startRelay(): Promise<Program & { readonly port: number }>
  /** Resolves to the address of a relay for pages. */
  relayUrl(): Promise<string>
  postgres(): Promise<TestPostgres>
  browser(): Promise<Browser>
  /** Resolves to the address of a built page. */
  pageUrl(name: GrowthPage): Promise<string>
  stop(): Promise<void>
}

export function createWorld(): World {
  const stops: (() => unknown)[] = []
  const servePage = async (name: GrowthPage) => {
    const { buildPage } = await import('../modal/buildPages.ts')
    const folder = resolve(import.meta.dirname, '../../.cache/bench/growth', name)
    await buildPage(name, folder)
    const { port, stop } = await serveFolder(folder)
    stops.push(stop)
    return `http://127.0.0.1:${port}`
  }
  const relayPrograms = once(async () => {
    const { buildPrograms } = await import('../buildPrograms.ts')
    return buildPrograms('relay', { relayServer: 'bench/relay/relayServer.ts' })
  })
  const pages = { hawser: once(() => servePage('hawser')), linkedWallets: once(() => servePage('linkedWallets')) }
  return {
    async startRelay() {
      const { startNode } = await import('../relay/startProgram.ts')
      return startNode([(await relayPrograms()).relayServer, 'memory'])
    },
    relayUrl: once(async () => {
      const relay = createRelay({})
      const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
      stops.push(() => relay.stop())
      return `ws://127.0.0.1:${port}`
    }),
    postgres: once(async () => {
      const postgres = await startPostgres()
      stops.push(() => postgres.stop())
      return postgres
    }),
    browser: once(async () => {
      const { launchBrowser } = await import('../modal/launchBrowser.ts')
      const browser = await launchBrowser()
      stops.push(() => browser.close())
      return browser
    }),
    pageUrl: (name) => pages[name](),
    async stop() {
      for (const stop of stops.reverse()) await stop()
    },
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
