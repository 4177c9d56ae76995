import { en, type Messages } from '@hawser/react'

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  O: 'Ó',
  c: 'ç',
  n: 'ñ',
}

/** English as no language is: every text half as long again. Names in braces stay. */
export const pseudoMessages: Messages = {
  ...(Object.fromEntries(Object.entries(en).map(([key, text]) => [key, stretchAll(text)])) as Messages),
  language: 'en',
  direction: 'ltr',
}

function stretchAll(text: string | object): string | object {
  if (typeof text === 'string') return stretch(text)
  return Object.fromEntries(Object.entries(text).map(([category, form]) => [category, stretch(String(form))]))
}

function stretch(text: string): string {
  const accented = text.replace(/\{\w+\}|\w/g, (part) => accents[part] ?? part)
  return `${accented}${' ·····'.repeat(Math.ceil(text.length / 12))}`
}
