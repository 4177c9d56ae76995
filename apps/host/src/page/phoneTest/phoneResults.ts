/** The result that somebody saw on their phone, and the setup they used. */
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
  const parts = [
    'phone',
    now.toISOString().slice(0, 10),
    system,
    systemVersion,
    ...(appVersion.trim() ? ['app', appVersion] : []),
  ]
  // The name of a source has these letters only.
  const name = parts
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    )
    .filter((part) => part !== '')
    .join('-')
  return `${listingId} browser.${system} ${verdict} ${name.slice(0, 64).replace(/-$/, '')}`
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
  if (typeof value !== 'object' || value === null) return false
  if (!('system' in value && 'systemVersion' in value && 'byListing' in value)) return false
  const { system, systemVersion, byListing } = value
  if ((system !== 'ios' && system !== 'android') || typeof systemVersion !== 'string') return false
  return typeof byListing === 'object' && byListing !== null && Object.values(byListing).every(isResult)
}

function isResult(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('verdict' in value && 'appVersion' in value)) return false
  return (value.verdict === 'works' || value.verdict === 'fails') && typeof value.appVersion === 'string'
}
