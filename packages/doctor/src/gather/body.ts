import type { Answered } from './evidence.ts'

/** A body as text, whatever its charset says: what matters here is ASCII. */
export function bodyText({ body }: Pick<Answered, 'body'>): string {
  return new TextDecoder().decode(body)
}

/** A body as JSON. Undefined: it is none, or not all of it came. */
export function parseJson(answer: Pick<Answered, 'body' | 'isWhole'>): unknown {
  if (!answer.isWhole) return undefined
  try {
    return JSON.parse(bodyText(answer))
  } catch {
    return undefined
  }
}
