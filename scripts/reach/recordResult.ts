import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Writes the result of a test on a phone into the listing. The page /test-on-your-phone of the demo produces such lines.

/** The fields of a listing's file that concern links into the wallet's own browser. */
export type ListingFile = {
  readonly browser?: Readonly<Record<string, unknown>>
  readonly sources: Readonly<Record<string, string>>
}

type Result = {
  readonly id: string
  readonly system: 'ios' | 'android'
  readonly verdict: 'works' | 'fails'
  /** The name under which the listing keeps the result. */
  readonly source: string
}

const linePattern =
  /^(?<id>[a-z0-9-]{1,64}) browser\.(?<system>ios|android) (?<verdict>works|fails) (?<source>phone-\d{4}-\d{2}-\d{2}-[a-z0-9-]{1,47})$/

/** Whether a source of a listing is a test on a phone. */
export function isPhoneSource(source: string): boolean {
  return /^phone-\d{4}-\d{2}-\d{2}-/.test(source)
}

/** Reads a line of the page. @throws TypeError - the line has another form */
export function parseResult(line: string): Result {
  const { id, system, verdict, source } = linePattern.exec(line.trim())?.groups ?? {}
  if (id === undefined || source === undefined)
    throw new TypeError(`"${line}" is no result. It looks like: zerion browser.ios works phone-2026-11-26-ios-18-1`)
  return {
    id,
    system: system === 'ios' ? 'ios' : 'android',
    verdict: verdict === 'works' ? 'works' : 'fails',
    source,
  }
}

/**
 * Applies a result to a listing. A link that works gets high confidence, and the phone becomes its source. A link that fails is
 * removed; the last link takes all fields of the browser with it.
 * @throws TypeError - the listing has no such link
 */
export function recordResult<File extends ListingFile>(listing: File, { system, verdict, source }: Result): File {
  const { browser, sources } = listing
  const link = browser?.[system]
  const field = `browser.${system}`
  if (browser === undefined || typeof link !== 'object') throw new TypeError(`The listing has no ${field}.`)
  if (verdict === 'works')
    return {
      ...listing,
      browser: { ...browser, [system]: { ...link, confidence: 'high' } },
      sources: { ...sources, [field]: source },
    }
  const other = system === 'ios' ? 'android' : 'ios'
  const isLast = browser[other] === undefined
  const left = Object.entries(sources).filter(([name]) => name !== field && !(isLast && name.startsWith('browser.')))
  const rest = Object.entries(browser).filter(([name]) => name !== system)
  return {
    ...listing,
    browser: isLast ? undefined : Object.fromEntries(rest),
    sources: Object.fromEntries(left),
  }
}

/** Writes the result of a line into the file of its listing. Returns the file's path. */
export function writeResult(folder: string, line: string): string {
  const result = parseResult(line)
  const file = join(folder, `${result.id}.json`)
  const listing: ListingFile = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify(recordResult(listing, result), null, 2)}\n`)
  return file
}
