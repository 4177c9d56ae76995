import type { Texts } from '../texts/en.ts'

/** The words for the code of a failure: on an error page, or at the end of a handoff. */
export function endTextOf(texts: Texts, code: string): string {
  const words: ReadonlyMap<string, string> = new Map([
    ['declined', texts.declined],
    ['cancelled', texts.cancelled],
    ['elsewhere', texts.elsewhere],
    ['handoff_elsewhere', texts.elsewhere],
    ['taken', texts.taken],
    ['wallet_already_linked', texts.taken],
    ['digits', texts.wrongDigits],
    ['time', texts.over],
    ['handoff_over', texts.over],
    ['handoff_unknown', texts.over],
    ['extension_declined', texts.refused],
    ['wallet_cannot_sign', texts.cannotSign],
  ])
  return words.get(code) ?? texts.failed
}
