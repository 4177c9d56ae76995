import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createBundle, writeBundle } from '@hawser/registry'
import { registryPaths } from '@hawser/wire'
import { formatTable, type Row } from '../modal/formatTable.ts'
import { median } from '../modal/median.ts'
import { readRss } from '../relay/processFigures.ts'
import { isInstalled } from '../relay/startProgram.ts'
import type { PageFigures, SearchFigures } from './load.ts'
import { buildPrograms, runLoad, type ServerName, startServer } from './programs.ts'
import { createSearches } from './searches.ts'
import { createSyntheticWallets } from './syntheticWallets.ts'

/**
 * `npm run bench:registry`: the service on 100,000 wallets, each figure from a process started for it; pages beside nginx on
 * the same files and beside a bare server of Node. Servers on one core, the load on another. `--rounds 5`, `--quick` (2 short
 * rounds, fewer searches), `--only search,pages,start`, `--wallets 100000`, `--searches 2000`, `--pace 50`.
 * It ends with exit code 1 when a figure that must be reached is not.
 */
const figures = ['search', 'pages', 'start'] as const
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: figures.join(',') },
    wallets: { type: 'string', default: '100000' },
    searches: { type: 'string' },
    pace: { type: 'string', default: '50' },
  },
})
const rounds = Number(flags.rounds ?? (flags.quick ? 2 : 5))
const searchCount = Number(flags.searches ?? (flags.quick ? 400 : 2_000))
const perSecond = Number(flags.pace)
const wanted = flags.only.split(',')

console.error('building the programs …')
const programs = await buildPrograms()
console.error(`making a bundle of ${flags.wallets} wallets …`)
const folder = mkdtempSync(join(tmpdir(), 'hawser-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const createdAt = Date.now()
const bundle = createBundle({
  listings: createSyntheticWallets(Number(flags.wallets)),
  images: new Map(),
  ...{ version: 1, createdAt, expiresAt: createdAt + 86_400_000, signingKey: new Uint8Array(32).fill(7) },
})
writeBundle(bundle, folder)
const pages = bundle.manifest.pages.map((hash) => `/${registryPaths.page(hash)}`)

type Measured<T> = T & { readonly readyMs: number; readonly rssBytes: number }

/** Starts a server, works on it, and stops it: none has another's history. */
async function measure<T>(name: ServerName, work: (server: { port: number; pid: number }) => Promise<unknown>) {
  const server = await startServer(name, programs, folder)
  try {
    const taken = (await work(server)) as T
    return { ...taken, readyMs: server.readyMs, rssBytes: readRss([server.pid]) }
  } finally {
    await server.stop()
  }
}

/** Every server once before the next round: what else the machine does meets all of them. */
async function measureRounds<T>(
  names: readonly ServerName[],
  count: number,
  what: string,
  work: Parameters<typeof measure<T>>[1],
) {
  const taken: Record<ServerName, Measured<T>[]> = { ours: [], nginx: [], floor: [] }
  for (let round = 1; round <= count; round += 1) {
    for (const name of names) {
      const measured = await measure<T>(name, work)
      console.error(`${what}, round ${round} of ${count}, ${name}: ${JSON.stringify(measured)}`)
      taken[name].push(measured)
    }
  }
  return (name: ServerName, read: (measured: Measured<T>) => number) =>
    taken[name].length === 0 ? undefined : median(taken[name].map(read))
}

const rows: Row[] = []
const base = { reference: undefined, floor: undefined, must: undefined, stretch: undefined }
const megabyte = 2 ** 20

if (wanted.includes('search')) {
  const queries = createSearches(bundle.listings, searchCount + 200)
  const paths = queries.map((query) => `/v1/wallets?${query}`)
  const task = { kind: 'search', connections: 16, perSecond, warmUp: paths.slice(searchCount) } as const
  const of = await measureRounds<SearchFigures>(['ours'], Math.ceil(rounds / 2), 'search', (server) =>
    runLoad(programs, { ...task, ...server, paths: paths.slice(0, searchCount) }),
  )
  const figure = `search, ${searchCount.toLocaleString('en')} different at ${perSecond}/s`
  const row = (name: string, read: (taken: Measured<SearchFigures>) => number, must?: number): Row => {
    return { ...base, figure: `${figure}, ${name}`, unit: 'ms', digits: 2, ours: of('ours', read) ?? Number.NaN, must }
  }
  rows.push(row('median', ({ p50Ms }) => p50Ms))
  rows.push(row('99th percentile', ({ p99Ms }) => p99Ms, 10))
  rows.push(row('the slowest', ({ maxMs }) => maxMs))
  rows.push({ ...row('the service', ({ cpuMicros }) => cpuMicros / 1000), unit: 'CPU ms' })
  const rss = of('ours', ({ rssBytes }) => rssBytes / megabyte) ?? Number.NaN
  rows.push({ ...base, figure: 'memory after the searches', unit: 'MB', digits: 0, ours: rss, must: 400 })
}

if (wanted.includes('pages')) {
  const servers: readonly ServerName[] = ['ours', 'nginx', 'floor']
  const names = servers.filter((name) => name !== 'nginx' || isInstalled('nginx'))
  if (names.length < servers.length) console.error('left out: nginx, which is not installed')
  const spans = flags.quick ? { warmUpMs: 500, runMs: 2_000 } : { warmUpMs: 1_500, runMs: 5_000 }
  const task = { kind: 'pages', connections: 32, paths: pages, ...spans } as const
  const of = await measureRounds<PageFigures>(names, rounds, 'pages', (server) =>
    runLoad(programs, { ...task, ...server }),
  )
  const row = (read: (taken: Measured<PageFigures>) => number) => ({
    ...{ ...base, digits: 0, ours: of('ours', read) ?? Number.NaN, floor: of('floor', read) },
    reference: of('nginx', read),
  })
  const perSecondRow = row((taken) => taken.perSecond)
  const { reference } = perSecondRow
  const must = reference === undefined ? undefined : 0.5 * reference
  rows.push({ ...perSecondRow, figure: 'page files', unit: 'requests/s', must, isAtLeast: true })
  rows.push({ ...row(({ cpuMicros }) => cpuMicros), figure: 'a page file, the server', unit: 'CPU µs', digits: 1 })
  rows.push({ ...row(({ busy }) => busy * 100), figure: 'meanwhile the server’s core is busy', unit: '%' })
  rows.push({
    ...row(({ rssBytes }) => rssBytes / megabyte),
    ...{ figure: 'memory after the page files', unit: 'MB', must: 400 },
  })
}

if (wanted.includes('start')) {
  const of = await measureRounds<object>(['ours'], rounds, 'start', async () => ({}))
  const ready = of('ours', ({ readyMs }) => readyMs) ?? Number.NaN
  rows.push({ ...base, figure: 'cold start until it is ready', unit: 'ms', digits: 0, ours: ready, must: 3_000 })
}

const pageBytes = pages.reduce((sum, path) => sum + (bundle.files.get(path.slice(1))?.bytes.length ?? 0), 0)
console.log(
  `\nNode ${process.version}, one core each for server and load. ${bundle.listings.length} wallets on ${pages.length} pages of ${(pageBytes / pages.length / 1000).toFixed(1)} kB; medians of ${rounds} rounds. Reference: nginx, one worker, the same files. Floor: a bare server of Node, the same bytes from memory.\n`,
)
console.log(formatTable(rows))
console.log(`\nPrograms that wanted a processor, mean of the last five minutes: ${loadavg()[1]?.toFixed(1)}.`)
const missed = rows.filter(({ ours, must, isAtLeast = false }) => {
  return must !== undefined && !(isAtLeast ? ours >= must : ours <= must)
})
for (const { figure } of missed) console.error(`missed: ${figure}`)
process.exit(missed.length === 0 ? 0 : 1)
