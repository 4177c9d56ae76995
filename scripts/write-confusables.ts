import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes the registry's table of look-alike characters from Unicode's `confusables.txt` (UTS 39), given as the argument: `node
 * --import tsx scripts/write-confusables.ts confusables.txt`. The file is published under unicode.org/Public/security/<version>/,
 * and in the sources of ICU.
 */
const [, , path] = process.argv
if (path === undefined) throw new TypeError('Give the path of confusables.txt.')
const source = readFileSync(path, 'utf8')
const version = /^# Version: ([\d.]+)$/m.exec(source)?.[1]
if (version === undefined) throw new TypeError('This is no confusables.txt: it names no version.')

// The characters that a skeleton leaves out.
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const raw = new Map<string, string>()
for (const line of source.split('\n')) {
  const [from = '', to = '', kind = ''] = line.replace(/^\ufeff|#.*$/gu, '').split(';')
  if (kind.trim() === 'MA') raw.set(readCodes(from), readCodes(to))
}

const byPrototype = new Map<string, string[]>()
for (const character of raw.keys()) {
  // The skeleton takes compatibility forms apart first, and names contain no invisible characters.
  if (character.normalize('NFKD') !== character || character.replace(unseen, '') === '') continue
  const prototype = resolve(character)
  // Leaves out punctuation that looks like other punctuation: it does not tell names apart.
  if (!/[\p{L}\p{M}\p{N}]/u.test(character + prototype) || prototype === character) continue
  byPrototype.set(prototype, [...(byPrototype.get(prototype) ?? []), character])
}

const lines = [...byPrototype].map(
  ([prototype, found]) => `${codesOf(prototype)}=${found.sort(byCode).map(codesOf).join('.')}`,
)
const count = [...byPrototype.values()].flat().length
writeFileSync(
  new URL('../packages/registry/data/confusables.txt', import.meta.url),
  `# Characters that look like others, ${count} of them: \`prototype=character.character…\` in hexadecimal, a line each.
# Made from confusables.txt of Unicode ${version} (https://www.unicode.org/Public/security/${version}/confusables.txt, © Unicode, Inc.,
# Unicode License: https://www.unicode.org/license.txt and confusables.licence.txt) by scripts/write-confusables.ts:
# compatibility forms are left out, as is punctuation that looks like punctuation, and each prototype is its own.
${lines.sort().join('\n')}
`,
)
console.log(`Unicode ${version}: ${count} of ${raw.size} characters, ${byPrototype.size} prototypes`)

/** The prototype at which a character ends: its parts can look like something else in turn. */
function resolve(text: string): string {
  let resolved = text
  for (let round = 0; round < 8; round += 1) {
    const parts = [...resolved.normalize('NFKD')].map((part) => raw.get(part) ?? part)
    // Version 15.0 has a tab in the prototype of U+1F16D.
    const next = parts.join('').normalize('NFKD').replace(unseen, '')
    if (next === resolved) return resolved
    resolved = next
  }
  throw new RangeError(`${codesOf(text)} leads in a ring.`)
}

function readCodes(codes: string): string {
  return String.fromCodePoint(
    ...codes
      .trim()
      .split(' ')
      .map((code) => Number.parseInt(code, 16)),
  )
}

function codesOf(text: string): string {
  return [...text].map((character) => (character.codePointAt(0) ?? 0).toString(16)).join(' ')
}

function byCode(a: string, b: string): number {
  return (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0)
}
