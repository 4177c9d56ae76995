import { showUrl } from '../checks/show.ts'
import type { Diagnosis } from '../diagnose.ts'

/** Characters that JSON does not escape but a terminal obeys. */
const unprintable = /[\u007f-\u009f\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

/** The report for a program. */
export function formatJson({ pageUrl, isWell, findings, reach }: Diagnosis): string {
  const text = JSON.stringify({ page: showUrl(pageUrl), isWell, findings, reach: reach ?? null }, undefined, 2)
  const spell = (char: string) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
  return `${text.replace(unprintable, spell)}\n`
}
