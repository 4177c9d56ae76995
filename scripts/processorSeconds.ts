import { existsSync, readFileSync } from 'node:fs'

const file = '/proc/self/stat'
const ticksPerSecond = 100

/**
 * The processor time of this process and of the children that it has waited for. Undefined if the system does not report it.
 */
export function processorSeconds(): number | undefined {
  if (!existsSync(file)) return undefined
  // proc(5): the name is in brackets; the 14th to 17th fields are user and system time, first of the process, then of its
  // children.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}
