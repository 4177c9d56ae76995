import { createServer } from 'node:http'
import { createLink } from '@hawser/link'
import { createNodeHandler } from '@hawser/link/node'
import { createRegistry, createUnsignedBundle, listenRegistry } from '@hawser/registry'
import type { CDPSession } from '@playwright/test'
import { listenOnLoopback } from '../modal/listenOnLoopback.ts'
import { readBusyMs } from '../modal/measureOpening.ts'
import { createSyntheticListings } from '../modal/syntheticListings.ts'
import { flat, slight } from './bounds.ts'
import { inBatches } from './inBatches.ts'
import { userOf } from './linkRows.ts'
import { openFilledStore } from './linkStores.ts'
import { loadExplorer, openModal, openPage, scrollOn } from './modalPage.ts'
import type { Place, Subject } from './subject.ts'
import type { World } from './world.ts'

const loadAndOpen = 'load the page and open the modal'
const scroll = 'scroll the list, for each frame'
const draw = 'draw the list, for each wallet'
const rename = 'rename a wallet'

/** The modal and the list of linked wallets in Chromium, measured by the processor time of the page's main thread. */
export const modalSubjects: readonly Subject[] = [
  {
    part: 'modal',
    component: 'modal',
    grows: 'wallets of the registry',
    sizes: [100, 1_000, 10_000],
    operations: [{ name: loadAndOpen, count: 1, bound: flat }],
    open: (size, world) => openOpening(world, { wallets: size, languages: 1 }),
  },
  {
    part: 'modal',
    component: 'list of all wallets',
    grows: 'wallets in the list',
    sizes: [100, 1_000, 10_000],
    operations: [{ name: scroll, count: 60, bound: flat }],
    open: openList,
  },
  {
    part: 'modal',
    component: 'linked wallets',
    grows: 'linked wallets of a user',
    sizes: [5, 50, 500],
    operations: [
      { name: draw, count: 5, bound: flat },
      {
        name: rename,
        count: 5,
        bound: slight('the list compares each row with its earlier one, and renders one; a user has at most 500'),
      },
    ],
    open: openLinkedWallets,
  },
  {
    part: 'modal',
    component: 'modal',
    grows: 'languages that the browser asks for',
    sizes: [1, 10, 100],
    isLeftOutOfQuick: true,
    operations: [{ name: loadAndOpen, count: 1, bound: flat }],
    open: (size, world) => openOpening(world, { wallets: 100, languages: size }),
  },
]

async function serveRegistry(wallets: number) {
  const listings = createSyntheticListings({ count: wallets, haveImages: false })
  return listenRegistry(createRegistry({ bundle: createUnsignedBundle(listings) }), { port: 0, host: '127.0.0.1' })
}

/** Opens a place whose repetitions load the page in a browser with an empty cache. */
async function openOpening(
  world: World,
  { wallets, languages }: { readonly wallets: number; readonly languages: number },
): Promise<Place> {
  const registry = await serveRegistry(wallets)
  const openOnce = async (): Promise<number> => {
    const query = { registry: registry.url, lang: '' }
    const { page, session, close } = await openPage(world, 'hawser', query, languages)
    try {
      await openModal(page)
      return await readBusyMs(session)
    } finally {
      await close()
    }
  }
  return {
    async run(_, count) {
      let micros = 0
      for (let done = 0; done < count; done += 1) micros += 1_000 * (await openOnce())
      return micros
    },
    close: () => registry.stop(),
  }
}

/** Opens the list of all wallets, loaded to its end. A repetition scrolls the list. */
async function openList(wallets: number, world: World): Promise<Place> {
  const registry = await serveRegistry(wallets)
  const { page, session, close } = await openPage(world, 'hawser', { registry: registry.url })
  await openModal(page)
  const loaded = await loadExplorer(page)
  if (loaded < wallets) throw new Error(`The list has ${loaded} of ${wallets} wallets.`)
  return {
    async run(_, frames) {
      await page.bringToFront()
      return busyMicros(session, () => scrollOn(page, frames))
    },
    async close() {
      await close()
      await registry.stop()
    },
  }
}

/** Measures the processor time that some work takes on a page's main thread. */
async function busyMicros(session: CDPSession, work: () => Promise<void>): Promise<number> {
  const before = await readBusyMs(session)
  await work()
  return 1_000 * ((await readBusyMs(session)) - before)
}

/** Opens a page with the linked wallets of one user, on its own link API. */
async function openLinkedWallets(wallets: number, world: World): Promise<Place> {
  const registry = await serveRegistry(100)
  const filled = await openFilledStore('SQLite', { users: 1, wallets, events: 1 }, world)
  const link = createLink({
    publicUrl: await world.pageUrl('linkedWallets'),
    store: filled.store,
    hostUser: async () => ({ id: userOf(0), label: 'bench@app.example' }),
    rateLimits: { changesPerUser: 1_000_000 },
  })
  const server = await listenOnLoopback(createServer(createNodeHandler(link)))
  const query = { registry: registry.url, link: `http://127.0.0.1:${server.port}` }
  const { page, session, close } = await openPage(world, 'linkedWallets', query)
  const drawList = () => page.evaluate((count) => Reflect.get(window, 'drawList')(count), wallets)
  await drawList()
  let number = 0
  const renameFirst = () => {
    number += 1
    return page.evaluate((label) => Reflect.get(window, 'renameWallet')(label), `Name ${number}`)
  }
  return {
    async run(operation, count) {
      await page.bringToFront()
      const micros = await busyMicros(session, () => inBatches(count, 1, operation === draw ? drawList : renameFirst))
      return operation === draw ? micros / wallets : micros
    },
    async close() {
      await close()
      server.stop()
      await filled.close()
      await registry.stop()
    },
  }
}
