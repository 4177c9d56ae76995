const longestIdKey = String.raw`"\u0069\u0064"`.length
const quote = 34
const colon = 58
const openingBracket = 91
const closingBracket = 93
const openingBrace = 123
const closingBrace = 125

/** Properties of a text that are known before it is parsed. */
export type FrameScan = {
  /**
   * The raw token of the top-level `id`; of two, the last one, as in JSON.parse. It is kept unchanged, because some clients
   * send u64 numbers beyond 2^53. Undefined without an id that is a text or a whole number.
   */
  readonly idToken: string | undefined
  /** Whether the text nests deeper than allowed. The rest was then not read. */
  readonly isTooDeep: boolean
}

/**
 * Scans a text that might be JSON. Nesting is counted before parsing, because code that walks a parsed bomb overflows the stack
 * (T-94).
 */
export function scanFrame(text: string, maxDepth: number): FrameScan {
  let depth = 0
  let idToken: string | undefined
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const end = endOfString(text, index)
      if (end === 0) return { idToken, isTooDeep: false }
      if (depth === 1 && isIdKey(text, index, end)) {
        const value = skip(text, end)
        if (text.charCodeAt(value) === colon) {
          const start = skip(text, value + 1)
          idToken = readToken(text, start)
          index = start + (idToken?.length ?? 0)
          continue
        }
      }
      index = end
      continue
    }
    if (code === openingBrace || code === openingBracket) {
      depth += 1
      if (depth > maxDepth) return { idToken, isTooDeep: true }
    }
    if (code === closingBrace || code === closingBracket) depth -= 1
    index += 1
  }
  return { idToken, isTooDeep: false }
}

function isIdKey(text: string, start: number, end: number): boolean {
  if (end - start > longestIdKey) return false
  const token = text.slice(start, end)
  if (token === '"id"') return true
  return token.includes('\\') && /^"(?:i|\\u0069)(?:d|\\u0064)"$/i.test(token) && JSON.parse(token) === 'id'
}

/**
 * Reads an id. Only texts and whole numbers are ids; every u64 and every string that a client makes fits into 64 characters.
 * The token must be valid JSON on its own, because the answer to a text too deep to parse carries it.
 */
function readToken(text: string, start: number): string | undefined {
  return /^(?:"[^"\\\p{Cc}]{1,64}"|(?:0|[1-9]\d{0,31})(?=[,}\s]))/u.exec(text.slice(start, start + 66))?.[0]
}

/** The index after the closing quote, or 0 if the string does not end. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, index: number): boolean {
  let start = index
  while (text[start - 1] === '\\') start -= 1
  return (index - start) % 2 === 1
}

function skip(text: string, start: number): number {
  let index = start
  while (/\s/.test(text[index] ?? '')) index += 1
  return index
}
