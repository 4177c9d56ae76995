import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { formatFuzzing } from '../fuzz/guided/figures.ts'
import { type FaultFigures, figuresFile } from './faultRun.ts'
import { formatReport } from './formatReport.ts'

// Takes the latest figures of each scenario and size from the runs on this machine, keeps the other figures, and writes the
// page.
const keptFile = join(import.meta.dirname, 'figures.json')
const kept: FaultFigures[] = JSON.parse(readFileSync(keptFile, 'utf8'))
const lines = existsSync(figuresFile) ? readFileSync(figuresFile, 'utf8').split('\n') : []
const measured = lines.filter((line) => line !== '').map((line): FaultFigures => JSON.parse(line))
const last = new Map([...kept, ...measured].map((one) => [`${one.id} ${one.size}`, one]))
const figures = [...last.values()].sort((left, right) =>
  `${left.id.padStart(6)}${left.size}`.localeCompare(`${right.id.padStart(6)}${right.size}`),
)
writeFileSync(keptFile, `${JSON.stringify(figures, null, 2)}\n`)
const fuzz = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../fuzz/guided', file), 'utf8'))
const report = `${formatReport(figures)}\n${formatFuzzing(fuzz('figures.json'), fuzz('crashes.json'))}`
writeFileSync(resolve(import.meta.dirname, '../../docs/reliability.md'), report)
