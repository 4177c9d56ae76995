import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createBundle, writeBundle } from '@hawser/registry'
import { registryPaths } from '@hawser/wire'
import { createBenchProgress } from '../benchProgress.ts'
import { buildPrograms } from '../buildPrograms.ts'
import { formatTable, type Row } from '../modal/formatTable.ts'
import { median } from '../modal/median.ts'
import { readRss } from '../relay/processFigures.ts'
import { isInstalled, runLoad } from '../relay/startProgram.ts'
import type { PageFigures, SearchFigures } from './load.ts'
import { readHeaders, rest, type Server, type ServerName, programs as sources, startServer } from './programs.ts'
import { createSearches } from './searches.ts'
import { createSyntheticWallets } from './syntheticWallets.ts'

/**
 * `npm run bench:registry` measures the service on 100,000 wallets. Its page files are compared with nginx on the same files
 * and with a bare Node server that sends the same answers, interleaved. Servers use one core, the load another. `--rounds 5`, `--quick` (2 short rounds,
 * fewer searches), `--only search,pages,start`, `--wallets 100000`, `--searches 2000`, `--pace 50`. The exit code is 1 when a
 * required figure is missed.
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
const programs = await buildPrograms('registry', sources)
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

const rows: Row[] = []
const base = { reference: undefined, floor: undefined, must: undefined, stretch: undefined }
const toMegabytes = (bytes: number) => bytes / 2 ** 20

/** Starts servers on the same core, and waits until each is idle. */
async function startServers(
  names: readonly ServerName[],
): Promise<readonly (Server & { readonly name: ServerName })[]> {
  const servers: (Server & { readonly name: ServerName })[] = []
  for (const name of names) {
    const [ours] = servers
    const headers = name === 'floor' && ours ? await readHeaders(`http://127.0.0.1:${ours.port}${pages[0]}`) : {}
    servers.push({ name, ...(await startServer(name, programs, folder, headers)) })
  }
  console.error('waiting for what the service does after its start …')
  for (const server of servers) await rest(server)
  return servers
}

async function measureSearch(service: Server): Promise<void> {
  const taken: SearchFigures[] = []
  const count = Math.ceil(rounds / 2)
  const progress = createBenchProgress('rounds of searches')
  for (let round = 1; round <= count; round += 1) {
    // Each round has new searches: earlier answers can still be in memory.
    const paths = createSearches(bundle.listings, searchCount + 200, round).map((query) => `/v1/wallets?${query}`)
    const task = { kind: 'search', connections: 16, perSecond, warmUp: paths.slice(searchCount) } as const
    const { pid, port } = service
    progress.report(round - 1, count)
    taken.push(
      (await runLoad(programs.load, { ...task, pid, port, paths: paths.slice(0, searchCount) })) as SearchFigures,
    )
    progress.end()
    console.error(`search, round ${round} of ${count}: ${JSON.stringify(taken.at(-1))}`)
  }
  const row = (name: string, read: (taken: SearchFigures) => number, must?: number): Row => ({
    ...{ ...base, unit: 'ms', digits: 2, must, ours: median(taken.map(read)) },
    figure: `search, ${searchCount.toLocaleString('en')} different at ${perSecond}/s, ${name}`,
  })
  rows.push(row('median', ({ p50Ms }) => p50Ms))
  rows.push(row('99th percentile', ({ p99Ms }) => p99Ms, 10))
  rows.push(row('the slowest', ({ maxMs }) => maxMs))
  rows.push({ ...row('the service', ({ cpuMicros }) => cpuMicros / 1000), unit: 'CPU ms' })
}

/** Measures every server once before the next round, so that other work on the machine affects all of them. */
async function measurePages(servers: Awaited<ReturnType<typeof startServers>>): Promise<void> {
  const spans = flags.quick ? { warmUpMs: 500, runMs: 2_000 } : { warmUpMs: 1_500, runMs: 5_000 }
  const taken: Record<ServerName, PageFigures[]> = { ours: [], nginx: [], floor: [] }
  const progress = createBenchProgress('rounds of page files')
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, pid, port } of servers) {
      const task = { kind: 'pages', connections: 32, paths: pages, pid, port, ...spans } as const
      progress.report(round - 1, rounds)
      const measured = (await runLoad(programs.load, task)) as PageFigures
      progress.end()
      console.error(`pages, round ${round} of ${rounds}, ${name}: ${JSON.stringify(measured)}`)
      taken[name].push(measured)
    }
  }
  const of = (name: ServerName, read: (figures: PageFigures) => number) =>
    taken[name].length === 0 ? undefined : median(taken[name].map(read))
  const row = (read: (figures: PageFigures) => number) => ({
    ...{ ...base, digits: 0, ours: of('ours', read) ?? Number.NaN, floor: of('floor', read) },
    reference: of('nginx', read),
  })
  const requests = row((figures) => figures.perSecond)
  const must = requests.floor === undefined ? undefined : 0.9 * requests.floor
  rows.push({ ...requests, figure: 'page files', unit: 'requests/s', must, isAtLeast: true })
  rows.push({ ...row(({ cpuMicros }) => cpuMicros), figure: 'a page file, the server', unit: 'CPU µs', digits: 1 })
  rows.push({ ...row(({ busy }) => busy * 100), figure: 'meanwhile the server’s core is busy', unit: '%' })
}

if (wanted.includes('start')) {
  const taken: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const server = await startServer('ours', programs, folder)
    taken.push(server.readyMs)
    await server.stop()
    console.error(`start, round ${round} of ${rounds}: ${server.readyMs.toFixed(0)} ms`)
  }
  rows.push({
    ...base,
    figure: 'cold start until it is ready',
    unit: 'ms',
    digits: 0,
    ours: median(taken),
    must: 3_000,
  })
}

if (wanted.includes('search') || wanted.includes('pages')) {
  const peers = (['nginx', 'floor'] as const).filter((name) => name !== 'nginx' || isInstalled(name))
  if (peers.length < 2) console.error('left out: nginx, which is not installed')
  const servers = await startServers(wanted.includes('pages') ? ['ours', ...peers] : ['ours'])
  const [service] = servers
  if (service !== undefined) {
    if (wanted.includes('search')) await measureSearch(service)
    if (wanted.includes('pages')) await measurePages(servers)
    const ours = toMegabytes(readRss([service.pid]))
    rows.push({ ...base, figure: 'memory after all of it', unit: 'MB', digits: 0, ours, must: 400 })
  }
  for (const server of servers) await server.stop()
}

const pageBytes = pages.reduce((sum, path) => sum + (bundle.files.get(path.slice(1))?.bytes.length ?? 0), 0)
console.log(
  `\nNode ${process.version}, one core each for server and load. ${bundle.listings.length} wallets on ${pages.length} pages of ${(pageBytes / pages.length / 1000).toFixed(1)} kB; medians of ${rounds} rounds. Reference: nginx, one worker, the same files. Floor: a bare server of Node, the same answers from memory.\n`,
)
console.log(formatTable(rows))
console.log(`\nPrograms that wanted a processor, mean of the last five minutes: ${loadavg()[1]?.toFixed(1)}.`)
const missed = rows.filter(({ ours, must, isAtLeast = false }) => {
  return must !== undefined && !(isAtLeast ? ours >= must : ours <= must)
})
for (const { figure } of missed) console.error(`missed: ${figure}`)
process.exit(missed.length === 0 ? 0 : 1)
