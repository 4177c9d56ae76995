import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import { pace } from './pace.ts'
import { percentile } from './percentile.ts'

export type DiskFigures = { readonly p50Ms: number; readonly p99Ms: number }

/**
 * The minimum work of a server that keeps its confirmed rows. It writes one page at a time, at the rate of the proofs, into a
 * file of fixed length, and syncs each write to the disk. Prints milliseconds as JSON.
 */
const { place, count, perSecond } = (await json(process.stdin)) as { place: string; count: number; perSecond: number }
const page = Buffer.alloc(4096, 7)
const pages = 1000
const file = openSync(place, 'w')
for (let number = 0; number < pages; number += 1) writeSync(file, page, 0, page.length, number * page.length)
fdatasyncSync(file)
const taken: number[] = []
for await (const [number] of pace(count, perSecond)) {
  const startedAt = performance.now()
  writeSync(file, page, 0, page.length, (number % pages) * page.length)
  fdatasyncSync(file)
  taken.push(performance.now() - startedAt)
}
closeSync(file)
const figures: DiskFigures = { p50Ms: percentile(taken, 0.5), p99Ms: percentile(taken, 0.99) }
console.log(JSON.stringify(figures))
