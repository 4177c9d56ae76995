import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../test/browser/processes/runProcess.ts'
import { buildSite } from '../../test/browser/site/buildSite.ts'
import { createBenchProgress } from '../benchProgress.ts'
import { recordFigures } from '../figures/recordFigures.ts'
import { formatCells } from '../modal/formatTable.ts'
import { launchBrowser } from '../modal/launchBrowser.ts'
import { measurePaint } from '../modal/measurePaint.ts'
import { median } from '../modal/median.ts'
import { serveFolder } from '../modal/serveFolder.ts'

/**
 * `npm run bench:site` compares the largest paint of the documentation's pages with that of a page with a heading and a
 * sentence. The same generator makes that page with its own theme. All pages take turns, on a processor slowed down four times.
 * `--rounds 11`, `--write` (writes table and picture into the docs). The bench prints its figures, and exits with code 1 when a
 * page takes more than `mostOfBare` times as long.
 */
const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, write: { type: 'boolean', default: false } },
})
const slowdown = 4
// A page has text, code and a list of pages, which the bare one does not.
const mostOfBare = 2
const site = join(root, 'docs/site')
const paths = { home: '/', 'start page': '/start/', guide: '/guides/link/', reference: '/reference/' }

/** Builds a site of one page: the cost of the generator and its theme alone. */
function buildBare(folder: string): string {
  mkdirSync(join(folder, '.vitepress'), { recursive: true })
  symlinkSync(join(site, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, '.vitepress/config.js'), "export default { title: 'Bare' }")
  writeFileSync(join(folder, 'index.md'), '# A page\n\nIt has a heading and a sentence.\n')
  const program = join(site, 'node_modules/vitepress/bin/vitepress.js')
  const { status, stderr } = spawnSync(process.execPath, [program, 'build', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The bare page does not build:\n${stderr}`)
  return join(folder, '.vitepress/dist')
}

console.error('building the site, and the bare page …')
await buildSite()
const folder = mkdtempSync(join(tmpdir(), 'hawser-bench-'))
const [bare, own] = await Promise.all([serveFolder(buildBare(folder)), serveFolder(join(site, 'dist'))])
const browser = await launchBrowser()
const urls: ReadonlyMap<string, string> = new Map([
  ['bare page', `http://127.0.0.1:${bare.port}/`],
  ...Object.entries(paths).map(([name, path]) => [name, `http://127.0.0.1:${own.port}${path}`] as const),
])
const progress = createBenchProgress('rounds')
const paints = new Map([...urls.keys()].map((name) => [name, [] as number[]]))
try {
  for (let round = 1; round <= Number(flags.rounds); round += 1) {
    progress.report(round, Number(flags.rounds))
    // The first page rotates, because the browser still cleans up after the previous round then.
    const first = round % urls.size
    for (const [name, url] of [...[...urls].slice(first), ...[...urls].slice(0, first)])
      paints.get(name)?.push(await measurePaint({ browser, slowdown }, url))
  }
} finally {
  progress.end()
  await browser.close()
  bare.stop()
  own.stop()
  rmSync(folder, { recursive: true, force: true })
}

const floor = median(paints.get('bare page') ?? [])
const medians = [...paints].map(([name, took]) => ({ name, ms: median(took), ratio: median(took) / floor }))
const table = formatCells([
  ['page', 'largest paint, ms', '× the bare page'],
  ...medians.map(({ name, ms, ratio }) => [name, ms.toFixed(0), ratio.toFixed(2)]),
])
console.log(table)
if (flags.write) {
  const bars = medians.map(({ name, ms }) => ({ name, value: ms, text: ms.toFixed(0) }))
  const groups = [{ label: 'largest paint, ms', bars }]
  const title = 'Pages of the documentation'
  const note = `Medians of ${flags.rounds} rounds, at CPU ×${slowdown}.`
  recordFigures('site', '### The pages of the documentation', table, { title, note, groups })
}
if (medians.some(({ ratio }) => ratio > mostOfBare)) process.exitCode = 1
