import { loadavg } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '@hawser/test-kit/random'
import { type FaultProxy, startFaultProxy } from '../../test/faults/faultProxy.ts'
import { type Peer, startPeer } from '../../test/interop/startPeer.ts'
import { createBenchProgress } from '../benchProgress.ts'
import { chartOfRows } from '../figures/chart.ts'
import { recordFigures } from '../figures/recordFigures.ts'
import { formatTable, type Row } from '../modal/formatTable.ts'
import { median } from '../modal/median.ts'
import { measureDappRole, measureSignClient, measureStoringDappRole } from './measureSize.ts'

/**
 * `npm run bench:sign` compares our client with sign-client 2.21.8, in one run on one relay of this machine. Each client is its
 * own process behind its own hop. `--links 50`, `--cuts 7`, `--quick` (5 links, 2 cuts), `--only size,settle,cut`,
 * `--write` (writes table and picture into the docs). The exit code is 1 when a required figure is missed.
 */
const { values: flags } = parseArgs({
  options: {
    links: { type: 'string' },
    cuts: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'size,settle,cut' },
    write: { type: 'boolean', default: false },
  },
})
const links = Number(flags.links ?? (flags.quick ? 5 : 50))
const cuts = Number(flags.cuts ?? (flags.quick ? 2 : 7))
const wanted = flags.only.split(',')

/** A dapp and a wallet of the same implementation. */
type Pair = { readonly dapp: Peer; readonly wallet: Peer; readonly toDapp: FaultProxy; stop(): Promise<void> }

async function startPair(file: string, relayPort: number): Promise<Pair> {
  const hop = () => startFaultProxy({ targetPort: relayPort, random: createRandom(0) })
  const [toDapp, toWallet] = await Promise.all([hop(), hop()])
  const peer = new URL(file, import.meta.url).href
  const [dapp, wallet] = await Promise.all([
    startPeer(peer, { ROLE: 'dapp', RELAY_URL: toDapp.url }),
    startPeer(peer, { ROLE: 'wallet', RELAY_URL: toWallet.url }),
  ])
  return {
    dapp,
    wallet,
    toDapp,
    async stop() {
      const outside = [...dapp.outsideHosts(), ...wallet.outsideHosts()]
      await Promise.all([dapp.stop(), wallet.stop()])
      await Promise.all([toDapp.stop(), toWallet.stop()])
      if (outside.length > 0) console.error(`refused: ${outside.join(', ')}`)
    },
  }
}

/** Measures the time from the wallet's approval to the session on the dapp, and returns it with the session's topic. */
async function settle({ dapp, wallet }: Pair): Promise<{ tookMs: number; topic: string }> {
  const uri = await dapp.call('propose')
  const [settled, approvedAt] = await Promise.all([dapp.call('settled', { uri }), wallet.call('approve', { uri })])
  const { topic, at } = settled as { topic: string; at: number }
  return { tookMs: at - Number(approvedAt), topic }
}

async function settleAndEnd(pair: Pair): Promise<number> {
  const { tookMs, topic } = await settle(pair)
  await pair.dapp.call('disconnect', { topic })
  return tookMs
}

/** Measures how long a request takes until its answer when a cut of the dapp's socket destroys it in transit. */
async function askAtCut({ dapp, toDapp }: Pair, topic: string): Promise<number> {
  const struck = () => toDapp.fired.get('reset') ?? 0
  const before = struck()
  // The next byte that passes, the first of the request, ends the connection. A new connection passes.
  toDapp.impose([{ kind: 'reset', atByte: 0 }])
  const answered = dapp.call('request', { topic })
  while (struck() === before) await turn()
  toDapp.heal()
  return Number(await answered)
}

/**
 * Runs both in turn, so that other work on the machine affects both. Returns a function that condenses each side's times to one
 * figure.
 */
async function inTurns(rounds: number, what: string, run: readonly (() => Promise<number>)[]) {
  const taken: number[][] = run.map(() => [])
  const progress = createBenchProgress(`rounds, ${what}`)
  for (let round = 0; round < rounds; round += 1) {
    progress.report(round, rounds)
    for (const [index, measure] of run.entries()) taken[index]?.push(await measure())
    progress.end()
    console.error(
      `${what}, ${round + 1} of ${rounds}: ${taken.map((values) => values.at(-1)?.toFixed(1)).join(' and ')} ms`,
    )
  }
  return (choose: (values: readonly number[]) => number) => {
    const [ours = Number.NaN, reference = Number.NaN] = taken.map(choose)
    return { ours, reference }
  }
}

const rows: Row[] = []
const base = { floor: undefined, must: undefined, stretch: undefined }

if (wanted.includes('size')) {
  console.error('bundling both …')
  const reference = await measureSignClient()
  const size = { ...base, unit: 'kB', digits: 1, reference }
  const figure = 'the dapp role alone, gzip'
  rows.push({ ...size, figure, ours: await measureDappRole(), must: 20, stretch: 16 })
  // The modules that the client imports later, when it keeps its sessions over a reload and shares them with other tabs.
  const kept = ['records/storedRecords.ts', 'records/parseRecords.ts', 'socket/sharedSockets.ts']
  rows.push({ ...size, figure: '… with its storage, tabs and reload', ours: await measureStoringDappRole(kept) })
  const all = [...kept, 'proposer/requestAuthentication.ts', 'envelope/nobleCurves.ts']
  rows.push({ ...size, figure: '… with one-tap and curves of its own too', ours: await measureStoringDappRole(all) })
}

if (wanted.includes('settle') || wanted.includes('cut')) {
  const relay = await startPeer(new URL('./relayPeer.ts', import.meta.url).href, {})
  const port = Number(await relay.call('port'))
  const pairs = [await startPair('./ourPeer.ts', port), await startPair('./officialPeer.ts', port)]
  try {
    if (wanted.includes('settle')) {
      // The first run of each pair is the warm-up.
      for (const pair of pairs) await settleAndEnd(pair)
      const run = pairs.map((pair) => () => settleAndEnd(pair))
      const times = (await inTurns(links, 'approve → settled', run))(median)
      const figure = `approve → settled on the dapp, median of ${links}`
      rows.push({ ...base, ...times, figure, unit: 'ms', digits: 1, must: 0.6 * times.reference })
    }
    if (wanted.includes('cut')) {
      const topics = await Promise.all(pairs.map(async (pair) => (await settle(pair)).topic))
      const run = pairs.map((pair, index) => () => askAtCut(pair, topics[index] ?? ''))
      const timesBy = await inTurns(cuts, 'request at a cut', run)
      const cut = { ...base, unit: 'ms', digits: 0 }
      const figure = 'request at the instant of a cut → answer'
      rows.push({ ...cut, ...timesBy(median), figure: `${figure}, median of ${cuts}` })
      rows.push({ ...cut, ...timesBy((values) => Math.max(...values)), figure: '… the worst', must: 1_500 })
    }
  } finally {
    await Promise.all(pairs.map((pair) => pair.stop()))
    await relay.stop()
  }
}

const table = formatTable(rows)
console.log(`Ours beside @walletconnect/sign-client 2.21.8; load ${loadavg()[0]?.toFixed(1)}\n`)
console.log(table)
if (flags.write) {
  const note = `One relay, ${links} links and ${cuts} cuts in turns, Node ${process.version}.`
  recordFigures('client', '### The protocol client', table, chartOfRows('The protocol client', note, rows))
}
const missed = rows.filter(({ ours, must }) => must !== undefined && !(ours <= must))
for (const { figure } of missed) console.error(`missed: ${figure}`)
// Exits explicitly: a socket that was reset while closing keeps Node 20 alive.
process.exit(missed.length === 0 ? 0 : 1)
