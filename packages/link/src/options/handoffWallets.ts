import { type HandoffWallet, handoffWalletLimit, type Listing, parseListing } from '@hawser/wire'
import { InvalidLinkOptionsError } from '../errors.ts'

const systems = ['ios', 'android'] as const

/**
 * Reads the host app's own wallets for the handoff page. An unusable link is refused at start: if it were left out silently, a
 * visitor would be the first to miss it.
 * @throws InvalidLinkOptionsError
 */
export function readHandoffWallets(given: unknown = []): readonly HandoffWallet[] {
  if (!Array.isArray(given) || given.length > handoffWalletLimit)
    throw new InvalidLinkOptionsError(`\`handoff.wallets\` must be a list of ${handoffWalletLimit} listings at most.`)
  const wallets = given.map(readOne)
  const twice = wallets.find(({ id }, index) => wallets.findIndex((other) => other.id === id) !== index)
  if (twice !== undefined) throw new InvalidLinkOptionsError(`\`handoff.wallets\` has the id "${twice.id}" twice.`)
  return wallets
}

function readOne(given: unknown, index: number): HandoffWallet {
  const name = `handoff.wallets[${index}]`
  const listing = readListing(given)
  if (listing === undefined)
    throw new InvalidLinkOptionsError(`\`${name}\` is no listing: it needs \`id\`, \`name\` and \`browser\`.`)
  const { browser } = listing
  const lost = systems.find((system) => hasLink(given, system) && browser?.[system] === undefined)
  if (browser === undefined || lost !== undefined)
    throw new InvalidLinkOptionsError(
      `\`${name}.browser${lost === undefined ? '' : `.${lost}`}\` cannot be used: it needs \`namespaces\`, and for a system a \`template\` with one place for the address and a \`confidence\`.`,
    )
  return { id: listing.id, name: listing.name, app: listing.app, browser }
}

function readListing(given: unknown): Listing | undefined {
  try {
    return parseListing(given)
  } catch {
    return undefined
  }
}

function hasLink(given: unknown, system: (typeof systems)[number]): boolean {
  const { browser } = Object(given) as { readonly browser?: Listing['browser'] }
  return Object(browser)[system] !== undefined
}
