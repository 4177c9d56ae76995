import type { Answered } from './evidence.ts'

/** A body as text, decoded as UTF-8 in every charset: only ASCII matters here. */
export function bodyText({ body }: Pick<Answered, 'body'>): string {
  return new TextDecoder().decode(body)
}

/** A body as JSON. Undefined if it is not JSON, or is incomplete. */
export function parseJson(answer: Pick<Answered, 'body' | 'isWhole'>): unknown {
  if (!answer.isWhole) return undefined
  try {
    return JSON.parse(bodyText(answer))
  } catch {
    return undefined
  }
}
