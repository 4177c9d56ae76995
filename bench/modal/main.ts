import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createRegistry, createUnsignedBundle, listenRegistry, loadListings } from '@hawser/registry'
import { createRelay } from '@hawser/relay'
import { freePorts } from '../../test/browser/processes/runProcess.ts'
import { createBenchProgress } from '../benchProgress.ts'
import { chartOfRows } from '../figures/chart.ts'
import { recordFigures } from '../figures/recordFigures.ts'
import { measurePeers } from '../peers/measurePeers.ts'
import { startAnswerServer } from './answerServer.ts'
import { buildPages, type PageName, pageNames } from './buildPages.ts'
import { startDelayProxy } from './delayProxy.ts'
import { formatTable } from './formatTable.ts'
import { launchBrowser } from './launchBrowser.ts'
import { type LongestTasks, measureBareList, measureExplorer, measureLongestTasks } from './measureExplorer.ts'
import { measureHandoff } from './measureHandoff.ts'
import { measureOpening, type Opening } from './measureOpening.ts'
import { measurePaints } from './measurePaint.ts'
import { median } from './median.ts'
import { explorerRows, longestTaskRows, openingRows, paintRows } from './rows.ts'
import { chartOfScan, formatScan, measureScan } from './scan/measureScan.ts'
import { serveFolder } from './serveFolder.ts'
import { servePictures } from './servePictures.ts'
import { createSyntheticListings } from './syntheticListings.ts'

/**
 * `npm run bench` compares our modal with the modal it replaces and with a page that only draws a code, interleaved in one run.
 * `--rounds 11`, `--quick` (3 rounds, fewer wallets), `--only opening`, `paint`, `handoff`, `explorer` or `scan`, `--initials` (the
 * explorer with wallets that have no image, as in our own registry, instead of pictures), `--write` (writes tables and pictures
 * into the docs). `--only peers` measures RainbowKit and AppKit too, whose packages it installs into `bench/peers`; no other run
 * includes it. `--growth` is another bench, in `bench/growth/`. The exit code judges nothing: budgets that fail a build are in
 * test/browser/modal/budget.spec.ts.
 */
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    initials: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
if (flags.write && flags.quick) throw new Error('--write needs whole rounds: leave out --quick.')
const rounds = flags.quick ? 3 : Number(flags.rounds)
const throttle = { slowdown: 4, roundTripMs: 150, bytesPerSecond: 200_000 }
const rowCounts = flags.quick ? { hawser: 2_000, reference: 400 } : { hawser: 10_000, reference: 2_000 }
const loopback = '127.0.0.1'

console.error('building the pages …')
const folders = await buildPages(pageNames)
const registry = createRegistry({ bundle: createUnsignedBundle(loadListings()) })
const registryServer = await listenRegistry(registry, { port: 0, host: loopback })
const relay = createRelay({})
const relayPort = (await relay.listen({ port: 0, host: loopback })).port
const answers = await startAnswerServer()
// Chromium slows down only HTTP, so a proxy delays the sockets.
const lateRelay = await startDelayProxy(relayPort, throttle.roundTripMs)
const lateAnswers = await startDelayProxy(answers.port, throttle.roundTripMs)
const browser = await launchBrowser()
const pages = Object.fromEntries(
  await Promise.all(pageNames.map(async (name) => [name, await serveFolder(folders[name])] as const)),
)
const pageUrl = (name: PageName) => `http://${loopback}:${pages[name]?.port}`

/**
 * Measures every page once plain and once slowed down before the next round, so that other work on the machine affects all of
 * them.
 */
async function measureOpenings() {
  const plain: Record<PageName, Opening[]> = { floor: [], floorWaiting: [], hawser: [], reference: [] }
  const slow: Record<PageName, Opening[]> = { floor: [], floorWaiting: [], hawser: [], reference: [] }
  const progress = createBenchProgress('opening, round')
  for (let round = 1; round <= rounds; round += 1) {
    progress.report(round, rounds)
    for (const name of pageNames) {
      const isFloor = name === 'floorWaiting'
      for (const isSlow of [false, true]) {
        const port = isSlow ? (isFloor ? lateAnswers.port : lateRelay.port) : isFloor ? answers.port : relayPort
        const opening = await measureOpening({
          browser,
          name,
          pageUrl: pageUrl(name),
          relayUrl: `ws://${loopback}:${port}`,
          registryUrl: registryServer.url,
          registry,
          throttle: isSlow ? throttle : undefined,
        })
        const side = isSlow ? slow : plain
        side[name].push(opening)
      }
    }
  }
  progress.end()
  return { plain, slow }
}

const addresses = new URLSearchParams({ relay: `ws://${loopback}:${relayPort}`, registry: registryServer.url })
const addressOf = (name: PageName) => `${pageUrl(name)}/?${addresses}`

async function measurePagePaints() {
  const port = await freePorts()
  return measurePaints({
    browser,
    rounds,
    slowdown: throttle.slowdown,
    port,
    floorUrl: addressOf('floor'),
    modalUrl: addressOf('hawser'),
  })
}

async function measureScrolling(name: 'hawser' | 'reference') {
  console.error(`scrolling through ${rowCounts[name]} wallets (${name}) …`)
  const listings = createSyntheticListings({ count: rowCounts[name], haveImages: !flags.initials })
  const many = servePictures(createRegistry({ bundle: createUnsignedBundle(listings) }))
  const server = await listenRegistry(many, { port: 0, host: loopback })
  try {
    return await measureExplorer({
      browser,
      name,
      pageUrl: pageUrl(name),
      relayUrl: `ws://${loopback}:${relayPort}`,
      registryUrl: server.url,
      registry: many,
    })
  } finally {
    await server.stop()
  }
}

/** Opens and searches the explorer of our page over a large registry, slowed down, once a round. */
async function measureExplorerTasks(): Promise<readonly LongestTasks[]> {
  const listings = createSyntheticListings({ count: rowCounts.hawser, haveImages: !flags.initials })
  const many = servePictures(createRegistry({ bundle: createUnsignedBundle(listings) }))
  const server = await listenRegistry(many, { port: 0, host: loopback })
  const tasks: LongestTasks[] = []
  const progress = createBenchProgress('opening and searching the explorer, round')
  try {
    while (tasks.length < rounds) {
      progress.report(tasks.length + 1, rounds)
      tasks.push(
        await measureLongestTasks({
          ...{ browser, throttle, registry: many, registryUrl: server.url },
          pageUrl: pageUrl('hawser'),
          relayUrl: `ws://${loopback}:${lateRelay.port}`,
        }),
      )
    }
    return tasks
  } finally {
    progress.end()
    await server.stop()
  }
}

try {
  const isMeasured = (part: string) => flags.only === '' || flags.only === part
  const openings = isMeasured('opening') ? await measureOpenings() : undefined
  const paints = isMeasured('paint') ? paintRows(await measurePagePaints(), throttle.slowdown) : []
  const handoff = isMeasured('handoff') ? await measureHandoff({ browser, rounds, port: await freePorts() }) : []
  const explorer = !isMeasured('explorer')
    ? []
    : [
        ...longestTaskRows(await measureExplorerTasks(), throttle.slowdown),
        ...explorerRows(
          await measureScrolling('hawser'),
          await measureScrolling('reference'),
          await measureBareList(browser),
        ),
      ]
  const scan = isMeasured('scan')
    ? await measureScan({ browser, registry, addressOf, isQuick: flags.quick })
    : undefined
  const peers =
    flags.only === 'peers'
      ? await measurePeers({
          ...{ browser, rounds, throttle, registry, pageUrl, registryUrl: registryServer.url, isQuick: flags.quick },
          relayUrls: { plain: `ws://${loopback}:${relayPort}`, slow: `ws://${loopback}:${lateRelay.port}` },
        })
      : undefined
  const opening = openings === undefined ? [] : openingRows(openings.plain, openings.slow)
  const note = `Medians of ${rounds} interleaved rounds, Chromium ${browser.version()}; 1 kB = 1000 bytes.`
  console.log(`\n${note}`)
  console.log('Reference: @walletconnect/modal 2.7.0 with @walletconnect/sign-client 2.21.8, on the same relay.')
  for (const [name, heading, rows] of [
    ['opening', 'The code on screen', opening],
    ['paint', 'The largest paint', paints],
    ['handoff', 'A handoff', handoff],
    ['explorer', 'The list of all wallets', explorer],
  ] as const) {
    if (rows.length === 0) continue
    const table = formatTable(rows)
    console.log(`\n${heading}:\n\n${table}`)
    if (flags.write) recordFigures(name, `### ${heading}`, table, chartOfRows(heading, note, rows))
  }
  if (explorer.length > 0) {
    console.log(
      '\nScrolling, one run: all pages loaded first, then 3 × 240 frames of 15 pixels, at the start, the middle and the end;',
    )
    console.log(
      `each wallet has ${flags.initials ? 'its initials' : 'a PNG picture of its own'}. The floor is a list of bare rows.`,
    )
  }
  if (scan !== undefined) {
    const table = formatScan(scan)
    console.log(`\nThe code in pictures of a camera, read by zxing, zbar and jsqr:\n\n${table}`)
    const scanNote = 'Pictures of a camera, made by seeded programs, read by zxing, zbar and jsqr.'
    if (flags.write) recordFigures('scan', '### The code from far away', table, chartOfScan(scanNote, scan))
  }
  if (peers !== undefined) {
    console.log(`\nBeside other modals:\n\n${peers.table}`)
    if (flags.write) recordFigures('peers', '### Beside other modals', peers.table, { ...peers.chart, note })
  }
  console.log(`\nPrograms that wanted a processor, mean of the last five minutes: ${loadavg()[1]?.toFixed(1)}.`)
  if (openings !== undefined) {
    const [plain, slow] = [openings.plain, openings.slow].map(({ floorWaiting }) =>
      median(floorWaiting.map(({ codeMs }) => codeMs)).toFixed(0),
    )
    console.log(`\nThe floor that waits for two answers of a relay: ${plain} ms, ${slow} ms at CPU ×4 and 4G.`)
  }
} finally {
  await browser.close()
  for (const server of [...Object.values(pages), lateRelay, lateAnswers, answers]) server.stop()
  await Promise.all([relay.stop(), registryServer.stop()])
}
