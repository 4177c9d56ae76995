import { namespaceOf } from '@hawser/wire'
import type { AnnouncedWallet } from './announcement.ts'
import { normalizeRdns } from './rdns.ts'

/** The wallets that announce themselves in one way, for accounts of one namespace. */
export type WayOfAnnouncing = { readonly namespace: string; readonly wallets: readonly AnnouncedWallet[] }

/** A wallet of this page, in however many ways it announces itself. Its name is that of the first. */
export type PageWallet = AnnouncedWallet & {
  /** Its provider for accounts of a namespace. */
  readonly rdnsOf: Readonly<Record<string, string>>
}

/**
 * The wallets of this page, each once. Those of different namespaces are one wallet if they have the same name, the
 * only mark that a wallet has in all of them. Two of one namespace stay two.
 */
export function groupWallets(ways: readonly WayOfAnnouncing[]): readonly PageWallet[] {
  const groups = new Map<string, PageWallet>()
  for (const { namespace, wallets } of ways) {
    for (const wallet of wallets) {
      const key = nameKey(wallet.name)
      const group = groups.get(key)
      const isFree = group === undefined || group.rdnsOf[namespace] === undefined
      const { rdnsOf, icon, ...first } = (isFree && group) || { ...wallet, rdnsOf: {} }
      const joined = { ...first, icon: icon ?? wallet.icon, rdnsOf: { ...rdnsOf, [namespace]: wallet.rdns } }
      groups.set(isFree ? key : wallet.rdns, joined)
    }
  }
  return [...groups.values()]
}

/** A wallet's provider: for accounts of a namespace, otherwise for the first of `chains` that it has. */
export function findWay(
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

/** A name in its comparable form: "Xverse Wallet" is "Xverse". Letters of other scripts stay unchanged. */
export function nameKey(name: string): string {
  const lower = name.toLowerCase()
  return lower.replace(/\bwallet\b|[ ._-]/g, '') || lower
}
