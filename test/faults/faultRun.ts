import { appendFileSync, copyFileSync, mkdirSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isNight } from '@hawser/test-kit/night'
import { chooseSeed, createRandom, type Random } from '@hawser/test-kit/random'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { type Ledger, openLedger, readLedger } from './ledger.ts'
import { type Verdict, verifyLedger } from './verifyLedger.ts'

export type Figures = Readonly<Record<string, number | string>>

/** One scenario: its seed, folder, ledger and faults, and at the end its figures. */
export type FaultRun = {
  readonly random: Random
  readonly folder: string
  readonly ledger: Ledger
  /**
   * Returns a time limit. At night the limit applies, plus three times this process's own stalls (p99). By day other tests run
   * in parallel, and no time is a failure.
   */
  within(ms: number): number
  /** Returns the longest stall of this process. */
  longestStallMs(): number
  /** Records that a fault has struck, and when. */
  strike(what: string): void
  /**
   * Checks the ledger and keeps the figures for the report. A run that lost a message it had to keep saves its ledger instead.
   * `mayLose`: a store that is gone may lose messages. `wasFull`: a store without space may drop a message that one subscriber
   * has taken.
   * @throws Error - when fewer faults struck than were planned: such a run shows nothing
   */
  finish(figures: Figures | ((verdict: Verdict) => Figures), allowed?: 'mayLose' | 'wasFull'): Verdict
  /** Removes the folder. */
  stop(): void
}

/** A row of the report. */
export type FaultFigures = {
  readonly id: string
  readonly size: 'quick' | 'nightly'
  readonly date: string
  readonly machine: string
  readonly seed: number
  readonly planned: number
  readonly struck: number
  readonly figures: Figures
}

const delayResolutionMs = 5
/** The verdict of a run that delivered every acknowledged message once and in order. */
export const allKept = { lost: [], duplicated: [], repeated: [], uncalledFor: [], reordered: [] }
export const figuresFile = resolve(import.meta.dirname, '../../.cache/faults.jsonl')

/** @param planned - how many faults the scenario must cause */
export function startFaultRun(id: string, planned: number): FaultRun {
  const seed = chooseSeed(id)
  const folder = temporaryFolder()
  const ledgerFile = join(folder, 'ledger.jsonl')
  const ledger = openLedger(ledgerFile)
  const strikes: string[] = []
  const startedAt = performance.now()
  const delays = monitorEventLoopDelay({ resolution: delayResolutionMs })
  delays.enable()
  const stallMs = () => Math.max(0, delays.percentile(99) / 1e6 - delayResolutionMs)
  return {
    random: createRandom(seed),
    folder,
    ledger,
    within: (ms) => (isNight ? ms + 3 * stallMs() : Number.POSITIVE_INFINITY),
    longestStallMs: () => Math.max(0, delays.max / 1e6 - delayResolutionMs),
    strike(what) {
      strikes.push(`${((performance.now() - startedAt) / 1000).toFixed(1)} s ${what}`)
    },
    finish(figures, allowed) {
      const verdict = verifyLedger(readLedger(ledgerFile), allowed === 'wasFull')
      const own = typeof figures === 'function' ? figures(verdict) : figures
      const line = {
        ...{ id, seed, planned, struck: strikes.length },
        figures: { ...countsOf(verdict), ...own, 'stall of the machine p99, ms': Math.round(stallMs()) },
      }
      const text = Object.entries(line.figures).map(([name, value]) => `${name} ${value}`)
      console.log(`${id}: faults ${strikes.length} of ${planned} | ${text.join(' · ')}`)
      if (strikes.length < planned)
        throw new Error(`${id}: ${strikes.length} faults of ${planned} struck:\n${strikes.join('\n')}`)
      const mayLose = allowed === 'mayLose'
      const lost = mayLose ? 0 : verdict.lost.length
      // A store that lost a message and gets it again treats the message as new.
      const repeated = mayLose ? 0 : verdict.repeated.length
      const { duplicated, uncalledFor, reordered } = verdict
      if (lost + repeated + duplicated.length + uncalledFor.length + reordered.length > 0) {
        mkdirSync(dirname(figuresFile), { recursive: true })
        const copy = join(dirname(figuresFile), `${id.replaceAll(' ', '-')}-${seed}.jsonl`)
        copyFileSync(ledgerFile, copy)
        console.log(
          `${id}: the ledger is kept in ${copy}; its clock was ${startedAt} at the start\n${strikes.join('\n')}`,
        )
        return verdict
      }
      keepFigures(line)
      return verdict
    },
    stop() {
      delays.disable()
      ledger.close()
    },
  }
}

/** Keeps the figures of a run for the report. */
export function keepFigures(run: Omit<FaultFigures, 'size' | 'date' | 'machine'>): void {
  const { id, ...figures } = run
  const size = isNight ? 'nightly' : 'quick'
  const date = new Date().toISOString().slice(0, 10)
  mkdirSync(dirname(figuresFile), { recursive: true })
  appendFileSync(figuresFile, `${JSON.stringify({ id, size, date, machine: machineClass(), ...figures })}\n`)
}

function machineClass(): string {
  return `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}`
}

function countsOf(verdict: Verdict): Record<string, number> {
  if (verdict.publishes === 0) return {}
  const { publishes, acked, refused, indeterminate, wireDuplicates } = verdict
  const { lost, duplicated, repeated, uncalledFor, reordered } = verdict
  return {
    ...{ published: publishes, acked, refused, indeterminate, lost: lost.length, duplicated: duplicated.length },
    ...{ 'twice on one connection': repeated.length },
    ...{ 'uncalled for': uncalledFor.length, 'out of order': reordered.length, 'again on the wire': wireDuplicates },
  }
}
