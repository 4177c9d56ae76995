import { showUrl } from '../checks/show.ts'
import type { Diagnosis } from '../diagnose.ts'

/** What JSON leaves as it is and a terminal does not. */
const unprintable = /[\u007f-\u009f\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

/** The report as a program reads it. */
export function formatJson({ pageUrl, isWell, findings, reach }: Diagnosis): string {
  const text = JSON.stringify({ page: showUrl(pageUrl), isWell, findings, reach: reach ?? null }, undefined, 2)
  const spell = (char: string) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
  return `${text.replace(unprintable, spell)}\n`
}
