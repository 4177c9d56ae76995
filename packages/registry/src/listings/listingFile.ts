import { listingLimits, type StoreName } from '@hawser/wire'
import { asObject } from '@hawser/wire/internal'
import { z } from 'zod'
import { explainBrowserLinks, explainBrowserTemplate, explainParameter } from './explainBrowser.ts'
import { explainChain, explainId, explainImageId, explainName, explainRdns, explainSource } from './explainField.ts'
import { explainNativeLink, explainStoreLink, explainUniversalLink, explainWebLink } from './explainLink.ts'
import { explainRelay } from './explainRelay.ts'
import { hiddenCharacters } from './lookAlike.ts'
import { type Fault, plain } from './problem.ts'

const maxChains = 256
const maxLicenceLength = 300

/** The text that `add` and `import` write for the licence of a listing's facts. */
export const factsOnly =
  'Facts only, no artwork and no code. Where each field comes from: sources; their licences: README.md.'

const walletLinks = z.strictObject({
  native: text(explainNativeLink).nullable(),
  universal: text(explainUniversalLink).nullable(),
})
const browserLink = z.strictObject({
  template: text(explainBrowserTemplate),
  confidence: z.enum(['high', 'medium', 'low']),
})
const browserLinks = z
  .strictObject({
    ios: browserLink.optional(),
    android: browserLink.optional(),
    namespaces: z.array(z.string()).readonly(),
    parameters: z.record(z.string(), text(explainParameter)).optional(),
  })
  .superRefine((links, context) => refuse(context, explainBrowserLinks(links)))
const storeLink = (store: StoreName) => text((link) => explainStoreLink(store, link)).optional()

const listingFileSchema = z.strictObject({
  id: text(explainId),
  name: text(explainName),
  image_id: text(explainImageId).nullable(),
  homepage: text(explainWebLink).nullable(),
  app: z.strictObject({
    ios: storeLink('ios'),
    android: storeLink('android'),
    chrome: storeLink('chrome'),
    firefox: storeLink('firefox'),
    edge: storeLink('edge'),
    opera: storeLink('opera'),
    safari: storeLink('safari'),
    mac: storeLink('mac'),
    windows: storeLink('windows'),
    linux: storeLink('linux'),
    browser: storeLink('browser'),
  }),
  mobile: walletLinks,
  desktop: walletLinks,
  chains: z.array(text(explainChain)).superRefine((chains, context) => refuse(context, explainChains(chains))),
  rdns: text(explainRdns).nullable(),
  other_rdns: z.array(text(explainRdns)).min(1).max(listingLimits.otherRdns).optional(),
  browser: browserLinks.optional(),
  relays: z.array(text(explainRelay)).min(1).max(listingLimits.relays).optional(),
  sources: z.record(z.string(), text(explainSource)),
  licence: text(explainLicence),
})

/** One file of listings/: a listing in the registry's JSON form, the source of each fact, and its licence. */
export type ListingFile = z.infer<typeof listingFileSchema>

/** A fault, and the field that has it. */
export type FieldFault = Fault & { readonly field: string }

/**
 * Reads a listing file strictly: every field known, present and well-formed. Returns all faults at once, and never
 * throws.
 */
export function readListingFile(value: unknown): { readonly listing?: ListingFile; readonly faults: FieldFault[] } {
  const read = listingFileSchema.safeParse(value, { reportInput: true })
  const sourceFaults = checkSources(value)
  if (!read.success) return { faults: [...read.error.issues.flatMap(explainIssue), ...sourceFaults] }
  return { listing: read.data, faults: [...sourceFaults, ...checkReach(read.data)] }
}

/** Formats a listing as the text of its file. */
export function formatListingFile(listing: ListingFile): string {
  return `${JSON.stringify(listing, null, 2)}\n`
}

/**
 * Lists the paths of the facts in a listing that need a source. Ids of this registry and `null` values need no source.
 */
export function fieldsNeedingSource(value: unknown): readonly string[] {
  const listing = asObject(value) ?? {}
  return Object.entries(listing).flatMap(([name, fact]) => {
    if (['sources', 'licence'].includes(name) || fact === null || fact === undefined) return []
    if (name === 'id') return typeof fact === 'string' && /^[0-9a-f]{64}$/.test(fact) ? [name] : []
    const facts = asObject(fact)
    if (facts === undefined) return [name]
    return Object.keys(facts).flatMap((key) => (facts[key] === null ? [] : [`${name}.${key}`]))
  })
}

function checkSources(value: unknown): FieldFault[] {
  const sources = asObject(asObject(value)?.sources)
  if (sources === undefined) return []
  const given = new Set(fieldsNeedingSource(value))
  const missing = [...given].filter((path) => !Object.hasOwn(sources, path))
  const idle = Object.keys(sources).filter((path) => !given.has(path))
  return [
    ...missing.map((path) => ({
      field: `sources.${path}`,
      what: `Nothing says where ${plain(path)} comes from.`,
      mend: `Add "${plain(path)}" to sources: "owner", or the https address of the page that says so.`,
    })),
    ...idle.map((path) => ({
      field: `sources.${path}`,
      what: 'The listing gives no such fact.',
      mend: 'Remove the line from sources, or give the fact.',
    })),
  ]
}

function checkReach({ app, mobile, desktop, browser, relays }: ListingFile): FieldFault[] {
  const links = [mobile.native, mobile.universal, desktop.native, desktop.universal]
  if (links.some((link) => link !== null) || Object.keys(app).length > 0 || browser !== undefined || relays) return []
  return [
    {
      field: 'app',
      what: 'The wallet can neither be opened nor installed.',
      mend: 'Give a link in mobile or desktop, or an address in app.',
    },
  ]
}

function explainChains(chains: readonly string[]): Fault | undefined {
  const mend = 'Name each namespace or chain once, such as "eip155".'
  if (chains.length === 0) return { what: 'No chain is named.', mend }
  if (chains.length > maxChains) return { what: `More than ${maxChains} chains are named.`, mend }
  return new Set(chains).size === chains.length ? undefined : { what: 'A chain is named twice.', mend }
}

function explainLicence(licence: string): Fault | undefined {
  const mend = `Write "${factsOnly}"`
  if (licence.trim() === '') return { what: 'It is empty.', mend }
  if (licence.length > maxLicenceLength) return { what: `It has more than ${maxLicenceLength} characters.`, mend }
  const hidden = hiddenCharacters(licence)
  return hidden.length === 0 ? undefined : { what: `It contains ${hidden.join(', ')}, which nobody sees.`, mend }
}

function text(explain: (text: string) => Fault | undefined) {
  return z.string().superRefine((value, context) => refuse(context, explain(value)))
}

function refuse(context: z.RefinementCtx, fault: Fault | undefined): void {
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault.what, params: { mend: fault.mend } })
}

function explainIssue(issue: z.core.$ZodIssue): FieldFault[] {
  const field = issue.path.map(String).join('.')
  const at = (key: string) => (field === '' ? key : `${field}.${key}`)
  if (issue.code === 'custom') return [{ field, what: issue.message, mend: String(issue.params?.mend ?? '') }]
  if (issue.code === 'unrecognized_keys') {
    const what = 'A listing has no such field.'
    return issue.keys.map((key) => ({ field: at(key), what, mend: 'Remove it; listings/README.md names the fields.' }))
  }
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return [{ field, what: 'It is missing.', mend: mendMissing(field) }]
    return [{ field, what: `It is no ${nounOf(issue.expected)}.`, mend: `Write ${exampleOf(issue.expected)}.` }]
  }
  return [{ field, what: issue.message, mend: 'Compare it with another file of listings/.' }]
}

function mendMissing(field: string): string {
  const canBeNull = ['image_id', 'homepage', 'rdns'].includes(field) || /\.(?:native|universal)$/.test(field)
  return canBeNull ? 'Add it; null says that there is no value.' : 'Add it.'
}

function nounOf(expected: string): string {
  return { string: 'text', array: 'list', object: 'object', record: 'object' }[expected] ?? expected
}

function exampleOf(expected: string): string {
  return { string: 'a text in quotation marks', array: '[ … ]' }[expected] ?? '{ … }'
}
