/** The encodings of a body, the shortest first. */
export type Encoding = 'br' | 'gzip' | 'identity'

// Real clients send shorter lists, so a longer list is ignored.
const maxLength = 256

/**
 * Chooses the encoding that a client prefers (RFC 9110 §12.5.3). `*` selects neither br nor gzip, and identity is never
 * refused, so that every request has an answer.
 */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined || accepted.length > maxLength) return 'identity'
  const br = weightOf(accepted, 'br')
  const gzip = weightOf(accepted, 'gzip')
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

function weightOf(accepted: string, encoding: Encoding): number {
  for (const item of accepted.split(',')) {
    const [name = '', ...params] = item.split(';')
    if (name.trim().toLowerCase() !== encoding) continue
    const weight = params.map((param) => param.trim().toLowerCase()).find((param) => param.startsWith('q='))
    const value = weight === undefined ? 1 : Number(weight.slice(2))
    return value >= 0 && value <= 1 ? value : 0
  }
  return 0
}
