import type { ListingFile } from './listingFile.ts'
import { lookAlikeKey } from './lookAlike.ts'
import { type Problem, plain, quote } from './problem.ts'

/** The values of a file that should be unique among listings. */
export type Row = { readonly file: string; readonly name: string; readonly marks: readonly Mark[] }
type Mark = { readonly kind: Kind; readonly value: string; readonly field: string; readonly source?: string }
type Kind = keyof typeof rules

const rules = {
  id: { level: 'error', mend: 'An id belongs to one wallet: choose another.' },
  name: { level: 'error', mend: 'Two wallets cannot be told apart by one name: choose another.' },
  rdns: { level: 'error', mend: 'An rdns belongs to one wallet: mend that listing instead of adding one.' },
  link: { level: 'error', mend: 'A universal link opens one wallet: mend that listing instead of adding one.' },
  scheme: { level: 'warning', mend: 'One of two apps will answer: make sure that the scheme is the wallet’s own.' },
  image: { level: 'warning', mend: 'Make sure that both wallets are of one owner, who allows it for both.' },
  address: { level: 'warning', mend: 'Make sure that one app holds both wallets.' },
} as const
// Other addresses can belong to a page that offers several wallets.
const appStores = ['ios', 'android', 'chrome', 'firefox', 'edge', 'opera', 'safari'] as const

/** Makes the row of a file. An invalid file contributes only its name. */
export function rowOf(file: string, name: string, listing: ListingFile | undefined): Row {
  const marks: Mark[] = [{ kind: 'name', value: lookAlikeKey(name), field: 'name' }]
  if (listing === undefined) return { file, name, marks }
  const { id, rdns, other_rdns: otherRdns = [], app, image_id: imageId, sources, browser } = listing
  marks.push({ kind: 'id', value: id, field: 'id' })
  if (rdns !== null) marks.push({ kind: 'rdns', value: rdns.toLowerCase(), field: 'rdns' })
  for (const each of otherRdns) marks.push({ kind: 'rdns', value: each.toLowerCase(), field: 'other_rdns' })
  if (imageId !== null) marks.push({ kind: 'image', value: imageId, field: 'image_id', source: sources.image_id ?? '' })
  for (const device of ['mobile', 'desktop'] as const) {
    const { native, universal } = listing[device]
    if (universal !== null) marks.push({ kind: 'link', value: universal, field: `${device}.universal` })
    if (native !== null) marks.push({ kind: 'scheme', value: new URL(native).protocol, field: `${device}.native` })
  }
  for (const system of ['ios', 'android'] as const) {
    const template = browser?.[system]?.template
    if (template === undefined || /^https?:/.test(template)) continue
    marks.push({ kind: 'scheme', value: template.split('//', 1)[0] ?? '', field: `browser.${system}` })
  }
  for (const store of appStores) {
    const address = app[store]
    if (address !== undefined) marks.push({ kind: 'address', value: address, field: `app.${store}` })
  }
  return { file, name, marks }
}

/**
 * Finds values that rows share, and reports the later of two clashing rows. Each mark needs one look-up, so the time
 * grows only with the number of rows.
 */
export function findClashes(rows: readonly Row[]): readonly Problem[] {
  const seen = new Map<string, { readonly row: Row; readonly source: string | undefined }>()
  return rows.flatMap((row) =>
    row.marks.flatMap(({ kind, value, field, source }): Problem[] => {
      const key = `${kind} ${value}`
      const other = seen.get(key)
      if (other === undefined) seen.set(key, { row, source })
      if (other === undefined || other.row === row) return []
      // A picture with two different sources is an error: a second listing's claim cannot make one picture belong to
      // two wallets.
      const level = other.source === source ? rules[kind].level : 'error'
      return [{ ...rules[kind], level, file: row.file, field, what: describe(kind, row, other.row) }]
    }),
  )
}

function describe(kind: Kind, row: Row, other: Row): string {
  const theirs = `${quote(other.name)} (${plain(other.file)})`
  if (kind !== 'name') return `It is also the ${kind} of ${theirs}.`
  return row.name === other.name ? `It is also the name of ${theirs}.` : `${quote(row.name)} looks like ${theirs}.`
}
