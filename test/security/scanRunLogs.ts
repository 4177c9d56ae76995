import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSecrets, type Secret } from './secretScan.ts'

/** Shapes that no log may contain, from any sender, listed or not. */
const shapes: readonly (readonly [name: string, shape: RegExp])[] = [
  ['something like a JWT', /eyJ[\w-]{16}/],
  ['something like a client id', /did:key:z\w{8}/],
  ['a symKey', /symKey(=|%3D|\\*":)/i],
  ['something like a pairing URI', /wc(:|%3A)[0-9a-f]{16}/i],
  // A handoff's secrets: the token in the address of its page, in any encoding, and the six digits that a phone shows.
  ['something like the token of a handoff', /(?<![A-Za-z])h(=|%3D)[A-Za-z0-9]{22}/i],
  ['something like the digits of a handoff', /\bdigits\W{1,8}\d{3}/i],
  // Topics, keys, signatures, envelopes.
  ['a long word', /[\w+=-]{64}/],
  // The filler of a load's messages.
  ['something like a message', /x{16}/],
]

export type RunScan = {
  readonly problems: readonly string[]
  readonly logs: number
  readonly lines: number
  readonly secrets: number
}

/**
 * Searches the logs of a stage's relays for the secrets that its clients listed, in any encoding, and for anything that looks
 * like a secret. A stage that logged or listed nothing is a problem too, because its scan would show nothing.
 */
export function scanRunLogs(folder: string): RunScan {
  const list = join(folder, 'secrets')
  const lines = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []
  const secrets = lines.map((line): Secret => JSON.parse(line))
  const logs = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.log')) : []
  const problems: string[] = []
  if (!secrets.some(({ name }) => name === 'JWT')) problems.push('no client has listed a JWT')
  // Maps each line to the first file that contains it; all lines are searched at once.
  const distinct = new Map<string, string>()
  let count = 0
  for (const log of logs) {
    for (const line of readFileSync(join(folder, log), 'utf8').split('\n')) {
      count += 1
      const text = withoutNumbers(line)
      if (!distinct.has(text)) distinct.set(text, log)
    }
  }
  if (count === 0) problems.push('no relay has logged anything')
  for (const [line, log] of distinct)
    for (const [name, shape] of shapes) if (shape.test(withoutDigests(line))) problems.push(`${log}: ${name}`)
  problems.push(...findSecrets([...distinct.keys()].join('\n'), secrets))
  return { problems: [...new Set(problems)], logs: logs.length, lines: count, secrets: secrets.length }
}

/** Replaces JSON numbers, because times, process ids and counts make every line different. No secret is a JSON number. */
function withoutNumbers(line: string): string {
  return line.replace(/:\d{1,16}(\.\d+)?(?=[,}])/g, ':0')
}

/** Removes the hashes by which a page checks a script (SRI), which are public. */
function withoutDigests(line: string): string {
  return line.replace(/\bsha384-[\w+/]{64}/g, '')
}
