import { cleanWalletName } from '@hawser/wire'
import { type AnnouncedWallet, listingOf, readIcon } from './announcement.ts'
import { formatSlug } from './formatSlug.ts'

/** Wallets identified by name, because the standards of Solana and Bitcoin have no rdns. */
export type NamedWallets<Wallet> = {
  /**
   * Adds a wallet, whose icon is in `info`. Returns false for a wallet without a visible name, for a second wallet of
   * one name, and beyond the limit.
   */
  add(given: unknown, info: unknown, name: unknown, wallet: Wallet): boolean
  /** Removes a wallet. Returns whether it existed. */
  remove(given: unknown): boolean
  has(given: unknown): boolean
  wallets(): readonly AnnouncedWallet[]
  walletOf(rdns: string): Wallet | undefined
}

// More wallets than any visitor has: a page script can announce wallets without end.
const maxWallets = 32
const maxNameLength = 1_024

/** Creates an empty list of named wallets. `prefix` keeps their rdns apart from those of other makes. */
export function createNamedWallets<Wallet>(prefix: string): NamedWallets<Wallet> {
  const found = new Map<
    string,
    { readonly given: unknown; readonly announced: AnnouncedWallet; readonly wallet: Wallet }
  >()
  const entryOf = (given: unknown) => [...found].find(([, entry]) => entry.given === given)

  return {
    add(given, info, text, wallet) {
      const name = typeof text === 'string' ? cleanWalletName(text.slice(0, maxNameLength)) : undefined
      if (name === undefined || found.size >= maxWallets) return false
      const rdns = prefix + formatSlug(name)
      // The first wallet keeps its place, so that no later one replaces the wallet that the visitor may be looking at.
      if (found.has(rdns)) return false
      const announced = { uuid: rdns, name, icon: readIcon(info), rdns }
      if (!canBeListed(announced)) return false
      found.set(rdns, { given, announced, wallet })
      return true
    },
    remove: (given) => found.delete(entryOf(given)?.[0] ?? ''),
    has: (given) => entryOf(given) !== undefined,
    wallets: () => [...found.values()].map(({ announced }) => announced),
    walletOf: (rdns) => found.get(rdns)?.wallet,
  }
}

/** Whether a listing may have the wallet's name. Otherwise there would be nothing to show. */
function canBeListed(announced: AnnouncedWallet): boolean {
  try {
    listingOf(announced)
    return true
  } catch {
    return false
  }
}
