const longestIdKey = String.raw`"\u0069\u0064"`.length

/**
 * The raw token of the top-level `id` of a JSON object, the last one when there are two, as in JSON.parse. Kept as it came,
 * because some clients send u64 numbers beyond 2^53.
 * @param text - known to be valid JSON
 * @returns undefined when there is no id that is a text or a whole number
 */
export function readIdToken(text: string): string | undefined {
  let depth = 0
  let token: string | undefined
  let index = 0
  while (index < text.length) {
    const char = text[index]
    if (char === '"') {
      const end = endOfString(text, index)
      if (depth === 1 && isIdKey(text.slice(index, end))) {
        const value = skip(text, end)
        if (text[value] === ':') {
          const start = skip(text, value + 1)
          token = readToken(text, start)
          index = start
          if (token !== undefined) index += token.length
          continue
        }
      }
      index = end
      continue
    }
    if (char === '{' || char === '[') depth += 1
    if (char === '}' || char === ']') depth -= 1
    index += 1
  }
  return token
}

function isIdKey(token: string): boolean {
  if (token === '"id"') return true
  return token.length <= longestIdKey && token.includes('\\') && JSON.parse(token) === 'id'
}

/** Only texts and whole numbers are ids; 64 characters hold every u64 and every string a client makes. */
function readToken(text: string, start: number): string | undefined {
  return /^(?:"[^"\\]{1,64}"|\d{1,32}(?=[,}\s]))/.exec(text.slice(start, start + 66))?.[0]
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
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
