import { createRegistry, createUnsignedBundle, type Registry } from '@hawser/registry'
import { registryPaths } from '@hawser/wire'
import { createSearches } from '../registry/searches.ts'
import { createSyntheticWallets } from '../registry/syntheticWallets.ts'
import { flat, levelsOff, linear } from './bounds.ts'
import { inBatches } from './inBatches.ts'
import { pickSpread } from './pickSpread.ts'
import { processorMicros } from './processorMicros.ts'
import type { Place, Subject } from './subject.ts'

const readPage = 'read a page of the list'
const search = 'search by words'
const load = 'load the list, for each wallet'

/** The registry over a generated list of wallets. Every search is new, so that no cached answer helps. */
export const registrySubject: Subject = {
  part: 'registry',
  component: 'service',
  grows: 'wallets',
  sizes: [500, 5_000, 50_000],
  operations: [
    { name: readPage, count: 5_000, bound: levelsOff('more pages take more memory than the processor caches') },
    { name: search, count: 100, bound: linear('a search reads each distinct word of the list') },
    { name: load, count: 1, bound: flat },
  ],
  open: openRegistry,
}

async function openRegistry(size: number): Promise<Place> {
  const listings = createSyntheticWallets(size)
  const bundle = createUnsignedBundle(listings)
  const registry = createRegistry({ bundle })
  const pages = bundle.manifest.pages.map((hash) => `/${registryPaths.page(hash)}`)
  let [number, seed] = [0, 1_000]
  const readOne = () => {
    number += 1
    return ask(registry, pickSpread(pages, number))
  }
  return {
    async run(operation, count) {
      if (operation === readPage) return processorMicros(() => inBatches(count, 50, readOne))
      if (operation === load) return (await processorMicros(async () => void loadList(listings))) / size
      seed += 1
      const queries = createSearches(listings, count, seed)
      return processorMicros(() => inBatches(count, 1, (index) => ask(registry, `/v1/wallets?${queries[index]}`)))
    },
    close: async () => undefined,
  }
}

function loadList(listings: Parameters<typeof createUnsignedBundle>[0]): Registry {
  return createRegistry({ bundle: createUnsignedBundle(listings) })
}

async function ask(registry: Registry, target: string): Promise<void> {
  const { status } = await registry.respond({
    method: 'GET',
    target,
    ifNoneMatch: undefined,
    acceptEncoding: undefined,
  })
  if (status !== 200) throw new Error(`${target} was answered ${status}.`)
}
