import { readField } from '../client/readJson.ts'

/** The result of a test of one wallet on a phone. */
export type PhoneResult = {
  readonly verdict: 'works' | 'fails'
  /** The version of the wallet's app, as the app's settings show it. Can be empty. */
  readonly appVersion: string
}
export type PhoneSystem = 'ios' | 'android'

/** The results by listing id, and the phone's system. */
export type PhoneResults = {
  readonly system: PhoneSystem
  readonly systemVersion: string
  readonly byListing: Readonly<Record<string, PhoneResult>>
}

/** Formats a result as one line for `npm run reach -- --result`: wallet, link, verdict, and its name in `sources`. */
export function formatResult(
  { system, systemVersion }: Pick<PhoneResults, 'system' | 'systemVersion'>,
  listingId: string,
  { verdict, appVersion }: PhoneResult,
  now: Date,
): string {
  const app = appVersion.trim() === '' ? '' : `app-${appVersion}`
  const source = `phone-${now.toISOString().slice(0, 10)}-${system}-${systemVersion}-${app}`.toLowerCase()
  // The name of a source can only have these characters.
  const name = source.replace(/[^a-z0-9]+/g, '-').slice(0, 64)
  return `${listingId} browser.${system} ${verdict} ${name.replace(/-$/, '')}`
}

/** Reads the results that this browser has kept: phones discard a page while another app is in front. */
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
