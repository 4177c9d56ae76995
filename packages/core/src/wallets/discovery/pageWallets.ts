import { namespaceOf } from '@hawser/wire'
import type { AnnouncedWallet } from './announcement.ts'
import { normalizeRdns } from './rdns.ts'

/** The wallets that announce themselves in one way, for accounts of one namespace. */
export type NamespaceWallets = { readonly namespace: string; readonly wallets: readonly AnnouncedWallet[] }

/** A wallet of this page, in all the ways in which it announces itself. Its name comes from the first of these ways. */
export type PageWallet = AnnouncedWallet & {
  /** The rdns of the wallet's provider, by namespace. */
  readonly rdnsOf: Readonly<Record<string, string>>
}

/**
 * Groups the wallets of this page, so that each appears once. Wallets of different namespaces are one wallet if they
 * have the same name, the only mark that all namespaces share. Two wallets of one namespace stay separate.
 */
export function groupWallets(ways: readonly NamespaceWallets[]): readonly PageWallet[] {
  const groups = new Map<string, PageWallet>()
  for (const { namespace, wallets } of ways) {
    for (const wallet of wallets) {
      const key = normalizeName(wallet.name)
      const group = groups.get(key)
      const isFree = group === undefined || group.rdnsOf[namespace] === undefined
      const { rdnsOf, icon, ...first } = (isFree && group) || { ...wallet, rdnsOf: {} }
      const joined = { ...first, icon: icon ?? wallet.icon, rdnsOf: { ...rdnsOf, [namespace]: wallet.rdns } }
      groups.set(isFree ? key : wallet.rdns, joined)
    }
  }
  return [...groups.values()]
}

/** Returns the rdns of a wallet for accounts of `namespace`, or by default of the first of `chains` that the wallet has. */
export function findRdns(
  groups: readonly PageWallet[],
  rdns: string,
  chains: readonly string[],
  namespace?: string,
): string {
  const wanted = normalizeRdns(rdns)
  const rdnsOf = groups.find((group) => Object.values(group.rdnsOf).includes(wanted))?.rdnsOf ?? {}
  const namespaces = namespace === undefined ? chains.map(namespaceOf) : [namespace]
  return namespaces.map((each) => rdnsOf[each]).find((each) => each !== undefined) ?? rdns
}

/** Returns the comparable form of a name: "Xverse Wallet" equals "Xverse". Letters of other scripts stay unchanged. */
export function normalizeName(name: string): string {
  const lower = name.toLowerCase()
  return lower.replace(/\bwallet\b|[ ._-]/g, '') || lower
}
