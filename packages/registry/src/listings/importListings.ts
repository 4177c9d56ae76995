import { isListingId } from '@hawser/wire'
import { checkListings, type ListingText } from './checkListings.ts'
import { type FieldFault, formatListingFile, type ListingFile, readListingFile } from './listingFile.ts'
import { idOfName, makeListing } from './makeListing.ts'
import { type Problem, plain } from './problem.ts'
import { type RegistryAnswer, type RegistryShape, readEntry } from './registryShapes.ts'

/** The result for one entry of another registry. */
export type ImportOutcome = { readonly name: string; readonly id: string; readonly notes: readonly FieldFault[] } & (
  | { readonly status: 'taken'; readonly listing: ListingFile }
  | { readonly status: 'there' | 'refused' }
)

export type ImportOptions = {
  /** Files of the folder that receives the listings. */
  readonly present: readonly ListingText[]
  /** Names the registry in `sources`. */
  readonly source: string
  /** The chains of entries that name no chain. */
  readonly chains: readonly string[]
  /** Whether existing listings are overwritten. Their images stay. */
  readonly isUpdate: boolean
}

type Draft = { readonly listing: ListingFile; readonly notes: readonly FieldFault[] }
const optionalFields =
  /^(?:homepage|rdns|app\.\w{1,16}|(?:mobile|desktop)\.(?:native|universal)|browser(?:\.\w{1,16}){0,2}|(?:chains|relays)\.\d{1,4})$/

/**
 * Turns entries of another registry into listing files. Invalid optional parts are omitted. Entries that are still
 * invalid, or clash with a listing of the folder or an earlier entry, are refused. Notes give the reasons.
 */
export function importListings(answer: RegistryAnswer, options: ImportOptions): readonly ImportOutcome[] {
  const present = new Map(options.present.map((text) => [text.file, text]))
  const drafts = new Map<string, Draft>()
  const outcomes: ImportOutcome[] = []
  for (const entry of answer.entries) {
    const draft = draftListing(answer.shape, entry, options)
    if (draft === undefined) {
      outcomes.push({
        status: 'refused',
        name: '',
        id: '',
        notes: [{ field: '', what: 'It names no wallet.', mend: '' }],
      })
      continue
    }
    const { name, id } = draft.listing
    const file = `${id}.json`
    if (drafts.has(file)) outcomes.push({ status: 'refused', name, id, notes: [givenTwice] })
    else if (present.has(file) && !options.isUpdate) outcomes.push({ status: 'there', name, id, notes: [] })
    else drafts.set(file, keepImage(draft, present.get(file)))
  }
  return [...outcomes, ...judge(drafts, options.present)]
}

const givenTwice = { field: 'id', what: 'An earlier entry has this id.', mend: 'An id belongs to one wallet.' }

const unusedBecause: Readonly<Record<string, string>> = {
  browser: 'It opens no page in the wallet.',
  versions: 'The wallet reads no links of version 2 of the protocol.',
}

function draftListing(shape: RegistryShape, entry: unknown, options: ImportOptions): Draft | undefined {
  const read = readEntry(shape, entry)
  if (read === undefined) return undefined
  const { facts, unused } = read
  const id = isListingId(facts.id) ? facts.id : idOfName(facts.id ?? facts.name) || undefined
  const chains = facts.chains.length > 0 ? facts.chains : options.chains
  const made = makeListing({ ...facts, id, chains }, options.source)
  const { faults } = readListingFile(made)
  const dropped = faults.filter(({ field }) => optionalFields.test(field))
  const notes = unused.map((field) => ({
    field,
    what: unusedBecause[field] ?? 'No pairing URI can be put behind it.',
    mend: 'It is left out.',
  }))
  return { listing: leaveOut(made, dropped, options.source), notes: [...notes, ...dropped] }
}

function leaveOut(listing: ListingFile, dropped: readonly FieldFault[], source: string): ListingFile {
  const paths = new Set(dropped.map(({ field }) => field))
  const keep = (path: string, link: string | null | undefined) => (paths.has(path) ? undefined : (link ?? undefined))
  const links = (device: 'mobile' | 'desktop') => ({
    native: keep(`${device}.native`, listing[device].native),
    universal: keep(`${device}.universal`, listing[device].universal),
  })
  const facts = {
    id: listing.id,
    name: listing.name,
    homepage: keep('homepage', listing.homepage),
    app: Object.fromEntries(Object.entries(listing.app).map(([store, link]) => [store, keep(`app.${store}`, link)])),
    mobile: links('mobile'),
    desktop: links('desktop'),
    chains: listing.chains.filter((_, index) => !paths.has(`chains.${index}`)),
    rdns: keep('rdns', listing.rdns),
    relays: listing.relays?.filter((_, index) => !paths.has(`relays.${index}`)),
    browser: dropped.some(({ field }) => field.startsWith('browser')) ? undefined : listing.browser,
  }
  return makeListing(facts, source)
}

function keepImage(draft: Draft, present: ListingText | undefined): Draft {
  const old = present === undefined ? undefined : parsePresent(present.text)
  const source = old?.sources.image_id
  if (old === undefined || old.image_id === null || source === undefined) return draft
  const { listing, notes } = draft
  const sources = { ...listing.sources, image_id: source }
  return { listing: { ...listing, image_id: old.image_id, sources }, notes }
}

function parsePresent(text: string): ListingFile | undefined {
  try {
    return readListingFile(JSON.parse(text)).listing
  } catch {
    return undefined
  }
}

function judge(drafts: ReadonlyMap<string, Draft>, present: readonly ListingText[]): readonly ImportOutcome[] {
  const kept = present.filter(({ file }) => !drafts.has(file))
  const texts = [...drafts].map(([file, { listing }]) => ({ file, text: formatListingFile(listing) }))
  const problems = new Map<string, Problem[]>()
  for (const problem of checkListings([...kept, ...texts], () => undefined)) {
    problems.set(problem.file, [...(problems.get(problem.file) ?? []), problem])
  }
  return [...drafts].map(([file, { listing, notes }]): ImportOutcome => {
    const found = problems.get(file) ?? []
    const { name, id } = listing
    const all = [...notes, ...found.map(({ field, what, mend }) => ({ field, what, mend }))]
    const isRefused = found.some(({ level }) => level === 'error')
    return isRefused ? { status: 'refused', name, id, notes: all } : { status: 'taken', name, id, notes: all, listing }
  })
}

/** Formats the results of an import as lines for a terminal. */
export function formatOutcomes(outcomes: readonly ImportOutcome[]): string {
  const words = { taken: 'written', there: 'there already', refused: 'refused' } as const
  const lines = outcomes.flatMap(({ status, name, id, notes }) => {
    if (status === 'there' || (status === 'taken' && notes.length === 0)) return []
    const head = `${words[status]}: ${plain(name) || 'an entry'}${id === '' ? '' : ` (${plain(id)})`}`
    return [head, ...notes.map(({ field, what }) => `  ${field === '' ? '' : `${plain(field)}: `}${what}`)]
  })
  const count = (status: ImportOutcome['status']) => outcomes.filter((outcome) => outcome.status === status).length
  lines.push(`${count('taken')} written, ${count('there')} there already, ${count('refused')} refused.`)
  return `${lines.join('\n')}\n`
}
