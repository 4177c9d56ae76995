import type { Browser } from '@playwright/test'
import { installFolder } from '../../scripts/installFolder.ts'
import { createBenchProgress } from '../benchProgress.ts'
import type { Chart } from '../figures/chart.ts'
import { buildPeerPage, type PageName, type PeerName, peerNames } from '../modal/buildPages.ts'
import { formatCells } from '../modal/formatTable.ts'
import { measureOpening, type Opening, type OpeningOptions, type Throttle } from '../modal/measureOpening.ts'
import { median } from '../modal/median.ts'
import { countReads, listShots, type Reads } from '../modal/scan/countReads.ts'
import { readerNames } from '../modal/scan/readers.ts'
import { takeCode } from '../modal/scan/takeCode.ts'
import { serveFolder } from '../modal/serveFolder.ts'

type Name = Exclude<PageName, 'floorWaiting'> | PeerName

/** All modals, with the versions that the packages of the bench name. */
const contenders: readonly (readonly [title: string, name: Name])[] = [
  ['floor', 'floor'],
  ['ours', 'hawser'],
  ['WC Modal 2.7.0', 'reference'],
  ['RainbowKit 2.2.8', 'rainbowkit'],
  ['AppKit 1.8.0', 'appkit'],
]

export type PeersOptions = Pick<OpeningOptions, 'registry' | 'registryUrl'> & {
  readonly browser: Browser
  readonly rounds: number
  readonly throttle: Throttle
  readonly isQuick: boolean
  readonly pageUrl: (name: PageName) => string
  /** The relay's address at full speed, and with the round trip of the throttling. */
  readonly relayUrls: { readonly plain: string; readonly slow: string }
}

type Measured = { readonly plain: readonly Opening[]; readonly slow: readonly Opening[]; readonly reads: Reads }

/** Opens each modal in turn, plain and slowed down, and has its code read from pictures. @returns the table and its chart */
export async function measurePeers(
  options: PeersOptions,
): Promise<{ readonly table: string; readonly chart: Omit<Chart, 'note'> }> {
  const { browser, rounds, throttle, registry, registryUrl, relayUrls } = options
  // Nothing else needs the packages of the peers.
  installFolder(import.meta.dirname)
  const progress = createBenchProgress('openings of all modals')
  const servers = []
  const urls = new Map<Name, string>()
  const openings = new Map(contenders.map(([, name]) => [name, { plain: [] as Opening[], slow: [] as Opening[] }]))
  const measured = new Map<Name, Measured>()
  try {
    for (const [, name] of contenders) {
      if (isPeer(name)) {
        const server = await serveFolder(await buildPeerPage(name))
        servers.push(server)
        urls.set(name, `http://127.0.0.1:${server.port}`)
      } else urls.set(name, options.pageUrl(name))
    }
    for (let round = 0; round < rounds; round += 1) {
      // The first one rotates, because the browser still cleans up after the one before.
      const first = round % contenders.length
      const inTurn = [...contenders.slice(first), ...contenders.slice(0, first)]
      for (const [index, [, name]] of inTurn.entries()) {
        progress.report(round * contenders.length + index, rounds * contenders.length)
        const common = { browser, name, pageUrl: urls.get(name) ?? '', registryUrl, registry }
        const of = openings.get(name)
        of?.plain.push(await measureOpening({ ...common, relayUrl: relayUrls.plain, throttle: undefined }))
        of?.slow.push(await measureOpening({ ...common, relayUrl: relayUrls.slow, throttle }))
      }
    }
    const query = new URLSearchParams({ relay: relayUrls.plain, registry: registryUrl })
    for (const [, name] of contenders) {
      const address = `${urls.get(name)}/?${query}`
      const codes = []
      for (const pixelRatio of [1, 2])
        codes.push(await takeCode({ browser, registry, name, address, colorScheme: 'light', pixelRatio }))
      const reads = await countReads(codes, listShots(options.isQuick))
      measured.set(name, { plain: [], slow: [], ...openings.get(name), reads })
    }
  } finally {
    progress.end()
    for (const server of servers) server.stop()
  }
  return describe(contenders.flatMap(([title, name]) => present(title, measured.get(name))))
}

function isPeer(name: Name): name is PeerName {
  return peerNames.some((peer) => peer === name)
}

function present(title: string, measured: Measured | undefined) {
  return measured === undefined ? [] : [[title, measured] as const]
}

const kilobytes = (bytes: number) => bytes / 1000
const readsOf = ({ byReader }: Reads) => readerNames.reduce((sum, name) => sum + byReader[name], 0)
const rows: readonly (readonly [figure: string, digits: number, read: (measured: Measured) => number])[] = [
  ['click → code, ms', 0, ({ plain }) => median(plain.map(({ codeMs }) => codeMs))],
  ['click → code that nothing dims, ms', 0, ({ plain }) => median(plain.map(({ opaqueMs }) => opaqueMs))],
  ['click → code, CPU ×4 and 4G, ms', 0, ({ slow }) => median(slow.map(({ codeMs }) => codeMs))],
  ['click at once → code, CPU ×4 and 4G, ms', 0, ({ slow }) => median(slow.map(({ atOnceMs }) => atOnceMs))],
  ['main thread busy for the code, ms', 0, ({ plain }) => median(plain.map(({ busyMs }) => busyMs))],
  [
    'files until the code, with the document',
    0,
    ({ plain }) => median(plain.map(({ untilCodeFiles }) => untilCodeFiles)),
  ],
  [
    'fetched until the code, kB gz, React included',
    1,
    ({ plain }) => median(plain.map(({ untilCodeBytes }) => kilobytes(untilCodeBytes))),
  ],
  ['elements with the modal open', 0, ({ plain }) => median(plain.map(({ elements }) => elements))],
  ['requests to hosts not configured', 0, ({ plain }) => median(plain.map(({ outside }) => outside))],
  ['pictures of a camera in which the code is read, of PICTURES', 0, ({ reads }) => readsOf(reads)],
]

function describe(all: readonly (readonly [title: string, measured: Measured])[]) {
  const pictures = (all[0]?.[1].reads.pictures ?? 0) * readerNames.length
  const cells = rows.map(([figure, digits, read]) => ({
    figure: figure.replace('PICTURES', `${pictures}`),
    bars: all.map(([name, measured]) => ({
      name,
      value: read(measured),
      text: read(measured).toFixed(digits),
    })),
  }))
  const table = formatCells([
    ['figure', ...all.map(([title]) => title)],
    ...cells.map(({ figure, bars }) => [figure, ...bars.map(({ text }) => text)]),
  ])
  const groups = cells.map(({ figure, bars }) => ({ label: figure, bars }))
  return { table, chart: { title: 'Hawser beside other modals', groups } }
}
