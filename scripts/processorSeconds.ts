import { existsSync, readFileSync } from 'node:fs'

const file = '/proc/self/stat'
const ticksPerSecond = 100

/** The processor time of this process and of those it has waited for; undefined where the system does not report it. */
export function processorSeconds(): number | undefined {
  if (!existsSync(file)) return undefined
  // proc(5): the name is in brackets; the 14th to 17th field are user and system time, its own and its children's.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}
