import { readFileSync } from 'node:fs'

/**
 * Maps each look-alike to the character or characters it is read as (UTS 39). The table is outside `src`, so that its
 * relative path is the same from src and dist.
 */
export const prototypes: ReadonlyMap<string, string> = parseConfusables(
  readFileSync(new URL('../../data/confusables.txt', import.meta.url), 'utf8'),
)

/** Reads lines of `prototype=lookalike.lookalike…` in hexadecimal. A line that begins with "#" is a comment. */
function parseConfusables(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.flatMap((line) => {
      const [prototype = '', lookAlikes = ''] = line.split('=')
      return lookAlikes.split('.').map((code) => [readCodes(code), readCodes(prototype)] as const)
    }),
  )
}

function readCodes(codes: string): string {
  return String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))
}
