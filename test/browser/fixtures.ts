import { test as base } from '@playwright/test'
import type { Listening } from '../../bench/modal/listenOnLoopback.ts'
import { serveFolder } from '../../bench/modal/serveFolder.ts'
import { builtPages } from './pages/builtPages.ts'
import { type Proof, startProof } from './processes/startProof.ts'
import { type Stack, startStack } from './processes/startStack.ts'
import { startWallets, type Wallets } from './processes/startWallets.ts'

/**
 * Servers that the spec files of a worker share. Each starts when a test first asks for it. Each test has its own browser
 * context and so is a new visitor. Names of accounts, and of wallets in `wallets`, must differ between tests. A test that stops
 * a server, breaks it or moves its clock starts its own.
 */
type Shared = {
  readonly stack: Stack
  /** The stack's parts, with the proof pages in place of the demo host app's page. */
  readonly proof: Proof
  /** Wallets on the relay of `proof`. */
  readonly wallets: Wallets
  readonly galleryUrl: string
  readonly statesUrl: string
}

export const test = base.extend<{ readonly endsWithTest: undefined }, Shared>({
  // Closes all pages: a page left open is drawn sixty times a second for the rest of the run.
  endsWithTest: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  stack: [({}, use) => lend(startStack(), use), { scope: 'worker' }],
  proof: [({}, use) => lend(startProof(), use), { scope: 'worker' }],
  wallets: [({ proof }, use) => lend(startWallets(proof.relayUrl), use), { scope: 'worker' }],
  galleryUrl: [({}, use) => lendPage(builtPages.gallery, '', use), { scope: 'worker' }],
  statesUrl: [({}, use) => lendPage(builtPages.states, 'states.html', use), { scope: 'worker' }],
})

async function lend<Server extends { stop(): Promise<void> }>(
  starting: Promise<Server>,
  use: (server: Server) => Promise<void>,
): Promise<void> {
  const server = await starting
  await use(server)
  await server.stop()
}

async function lendPage(folder: string, name: string, use: (url: string) => Promise<void>): Promise<void> {
  const served: Listening = await serveFolder(folder)
  await use(`http://127.0.0.1:${served.port}/${name}`)
  served.stop()
}
