import { asObject } from '@hawser/wire/internal'
import { findClashes, type Row, rowOf } from './listingClashes.ts'
import { type FieldFault, formatListingFile, type ListingFile, readListingFile } from './listingFile.ts'
import { mixedScripts } from './lookAlike.ts'
import { type Fault, type Problem, plain, quote } from './problem.ts'

/** A file of listings/ on disk; `file` is its name without the folder. */
export type ListingText = { readonly file: string; readonly text: string }

type Checked = { readonly faults: readonly FieldFault[]; readonly listing?: ListingFile; readonly name?: string }

const maxBytes = 64 * 1024

/**
 * Checks listing files, each alone and against each other (T-10, T-13). Every refusal names file, field, fault and
 * remedy; nothing is thrown. Problems come in the order of the files. A clash is reported for the later of two files.
 */
export function checkListings(
  files: readonly ListingText[],
  /** Explains why an image cannot be served, or returns undefined. */
  explainImage: (imageId: string) => Fault | undefined,
): readonly Problem[] {
  const found: Problem[] = []
  const rows: Row[] = []
  for (const { file, text } of files) {
    const { faults, listing, name } = checkText(file, text)
    for (const fault of faults) found.push({ ...fault, file, level: 'error' })
    // A listing's name is compared even if another field is wrong, so that all faults appear at once.
    if (name !== undefined) rows.push(rowOf(file, name, listing))
    if (listing === undefined) continue
    const image = listing.image_id === null ? undefined : explainImage(listing.image_id)
    if (image !== undefined) found.push({ ...image, file, level: 'error', field: 'image_id' })
    for (const warning of warn(file, listing)) found.push(warning)
  }
  const order = new Map(files.map(({ file }, index) => [file, index]))
  return [...found, ...findClashes(rows)].sort((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0))
}

function checkText(file: string, text: string): Checked {
  const whole = (what: string, mend: string) => ({ faults: [{ field: '', what, mend }] })
  if (Buffer.byteLength(text) > maxBytes) {
    return whole('The file is larger than 64 KiB.', 'Give the facts of one wallet only.')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return whole(`It is not JSON: ${plain(error instanceof Error ? error.message : '')}.`, 'Fix it where it says.')
  }
  const { listing, faults } = readListingFile(value)
  if (listing === undefined) {
    const name = asObject(value)?.name
    return { faults, ...(typeof name === 'string' && { name }) }
  }
  return { faults: [...faults, ...checkFile(file, text, value, listing)], listing, name: listing.name }
}

function checkFile(file: string, text: string, value: unknown, { id }: ListingFile): FieldFault[] {
  const faults: FieldFault[] = []
  if (file !== `${id}.json`) {
    const what = `The file is not named after the id ${quote(id)}.`
    faults.push({ field: 'id', what, mend: `Name the file ${id}.json, or change the id.` })
  }
  // A reviewer reads the text, and would miss a repeated field or a field written with escapes.
  if (text.replaceAll('\r\n', '\n') !== `${JSON.stringify(value, null, 2)}\n`) {
    const what = 'It is not laid out plainly, a field stands twice, or letters are written as escapes.'
    const mend = `Run \`hawser registry check --write ${plain(file)}\`, and look at what it changes.`
    faults.push({ field: '', what, mend })
  }
  return faults
}

/** Formats a file's text in the layout that `check` requires, or returns undefined if the text has no valid listing. */
export function layOut(text: string): string | undefined {
  try {
    const { listing } = readListingFile(JSON.parse(text))
    return listing === undefined ? undefined : formatListingFile(listing)
  } catch {
    return undefined
  }
}

function warn(file: string, { name, homepage, mobile, desktop }: ListingFile): readonly Problem[] {
  const found: Problem[] = []
  const add = (field: string, what: string, mend: string) => found.push({ level: 'warning', file, field, what, mend })
  const scripts = mixedScripts(name)
  if (scripts.length > 0) {
    const what = `${quote(name)} mixes letters of ${scripts.join(' and ')}.`
    add('name', what, 'Make sure that the wallet itself writes its name so.')
  }
  const links = { homepage, 'mobile.universal': mobile.universal, 'desktop.universal': desktop.universal }
  for (const [field, link] of Object.entries(links)) {
    if (link === null || !/(?:^|\.)xn--/.test(new URL(link).hostname)) continue
    add(field, `${quote(link)} has a host with letters that can look like others.`, 'Open it, and look at it closely.')
  }
  return found
}
