import type { Listing } from '@hawser/core'
import { hasPhoneRoute, type PlatformName, reachOf } from '@hawser/doctor'
import { isPhoneSource } from './recordResult.ts'

// The table of docs/reach.md: for each listing, the routes on each platform. The page explains these routes.

/** The survey's entry for a wallet without a browser link. */
export type Surveyed = { readonly wallet: string; readonly listing: string | null; readonly notes: string }

const names = ['desktop', 'ios', 'android'] as const
const titles: Readonly<Record<PlatformName, string>> = { desktop: 'desktop', ios: 'iOS', android: 'Android' }
const noLinks = { native: undefined, universal: undefined } as const
const networks: Readonly<Record<string, string>> = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }

/** The table, with the listings in the order in which the registry answers. */
export function formatReach(listings: readonly Listing[], survey: readonly Surveyed[]): string {
  const head = ['Wallet', 'Networks', 'Desktop', 'iOS', 'Android', 'The network’s relay adds', 'What is missing']
  const rows = listings.map((listing) => [
    listing.name,
    networksOf(listing).join(', '),
    ...names.map((name) => reachOf(withoutRelay(listing), name).join(', ') || '–'),
    formatPairing(names.filter((name) => reachOf(listing, name).includes('pairing'))),
    missing(listing, survey),
  ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A line for each wallet and system, ticked if the `sources` of the listing name a phone (recordResult.ts). */
export function formatChecklist(
  listings: readonly Listing[],
  sourcesOf: (id: string) => Readonly<Record<string, string>>,
): string {
  const systems = { ios: 'iOS', android: 'Android' } as const
  const lines = listings.flatMap(({ id, name, browser }) =>
    (['ios', 'android'] as const).flatMap((system) => {
      const link = browser?.[system]
      if (link === undefined) return []
      const source = sourcesOf(id)[`browser.${system}`] ?? ''
      const tested = isPhoneSource(source) ? ['x', `, ${source}`] : [' ', '']
      return [
        `- [${tested[0]}] ${name}, ${systems[system]} (\`${id}.json\`, \`browser.${system}\`, ${link.confidence}${tested[1]})`,
      ]
    }),
  )
  return lines.join('\n')
}

function networksOf({ chains, browser }: Listing): readonly string[] {
  const named = [...chains, ...(browser?.namespaces ?? [])].map((chain) => chain.split(':', 1)[0] ?? '')
  return Object.entries(networks).flatMap(([namespace, name]) => (named.includes(namespace) ? [name] : []))
}

/** A listing as seen by a linker whose relay is the host app's own. */
function withoutRelay(listing: Listing): Listing {
  return { ...listing, mobile: noLinks, desktop: noLinks }
}

function formatPairing(found: readonly PlatformName[]): string {
  if (found.length === 0) return '–'
  return found.length === names.length ? 'pairing' : `pairing (${found.map((name) => titles[name]).join(', ')})`
}

function missing(listing: Listing, survey: readonly Surveyed[]): string {
  const isFree = (name: PlatformName) => reachOf(withoutRelay(listing), name).length > 0
  if (isFree('ios') && isFree('android')) return ''
  const untested = untestedSystems(listing.browser)
  if (untested.length > 0) return `${untested.join(' and ')}: the link is second-hand and off unless \`allowsUntested\``
  const { ios, android } = listing.app
  const found = survey.find(({ wallet, listing: id }) => id === listing.id || wallet === listing.name)
  if (hasPhoneRoute(listing))
    return found?.notes.includes('iOS app only') ? 'iOS app only' : 'no https link known for the other system'
  if (found !== undefined) return found.notes.replaceAll('|', '/')
  return ios === undefined && android === undefined ? 'no app for phones listed' : 'no browser link known'
}

function untestedSystems(browser: Listing['browser']): readonly string[] {
  return (['ios', 'android'] as const)
    .filter((system) => browser?.[system]?.confidence === 'low')
    .map((system) => (system === 'ios' ? 'iOS' : 'Android'))
}
