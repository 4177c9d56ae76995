import { readField } from '../client/readJson.ts'

/** One result of a test on a phone, with its wallet and browser. */
export type PhoneResult = {
  readonly verdict: 'works' | 'fails'
  /** The version of the wallet's app, as its settings name it. May be empty. */
  readonly appVersion: string
}
export type PhoneSystem = 'ios' | 'android'

/** The results by wallet, and the phone. */
export type PhoneResults = {
  readonly system: PhoneSystem
  readonly systemVersion: string
  readonly byListing: Readonly<Record<string, PhoneResult>>
}

/**
 * A result as one line, which `npm run reach -- --result` puts into the listing: the wallet, the link, how it went, and the name under
 * which the listing's `sources` remember it.
 */
export function formatResult(
  { system, systemVersion }: Pick<PhoneResults, 'system' | 'systemVersion'>,
  listingId: string,
  { verdict, appVersion }: PhoneResult,
  now: Date,
): string {
  const app = appVersion.trim() === '' ? '' : `app-${appVersion}`
  const source = `phone-${now.toISOString().slice(0, 10)}-${system}-${systemVersion}-${app}`.toLowerCase()
  // The name of a source has these letters only.
  const name = source.replace(/[^a-z0-9]+/g, '-').slice(0, 64)
  return `${listingId} browser.${system} ${verdict} ${name.replace(/-$/, '')}`
}

/** Reads what this browser has kept: phones throw a page away while another app is in front. */
export function readResults(text: string | null, system: PhoneSystem): PhoneResults {
  const empty: PhoneResults = { system, systemVersion: '', byListing: {} }
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isResults(kept) ? kept : empty
  } catch {
    return empty
  }
}

function isResults(value: unknown): value is PhoneResults {
  const [system, version, results] = ['system', 'systemVersion', 'byListing'].map((name) => readField(value, name))
  const isPhone = (system === 'ios' || system === 'android') && typeof version === 'string'
  return isPhone && typeof results === 'object' && results !== null && Object.values(results).every(isResult)
}

function isResult(value: unknown): boolean {
  const verdict = readField(value, 'verdict')
  return (verdict === 'works' || verdict === 'fails') && typeof readField(value, 'appVersion') === 'string'
}
