import type { Session } from '@hawser/sign'
import type { Listing, WalletLinks } from '@hawser/wire'

export type Peer = Session['peer']['metadata']

/**
 * Returns the links that bring the wallet of a session to the front again, always those of a listing. If the chosen
 * wallet has answered, the links are those of its listing: a visitor who taps one wallet and then another can approve
 * in the first. Otherwise they are those of the listing whose scheme the wallet names. The wallet's own link is never
 * opened. Undefined if nothing should open.
 */
export function findReturnLink(
  peer: Peer,
  chosen: Listing | undefined,
  listed: readonly Listing[],
): WalletLinks | undefined {
  if (chosen !== undefined && isSameWallet(peer, chosen)) return chosen.mobile
  return listed.find(({ mobile }) => isSame(schemeOf, peer.redirect?.native, mobile.native))?.mobile
}

/** Whether a session's wallet is that of a listing, as far as the data of both show. */
export function isSameWallet({ name, url, redirect }: Peer, { mobile, homepage, name: listed }: Listing): boolean {
  if (redirect !== undefined && (mobile.native !== undefined || mobile.universal !== undefined)) {
    return isSame(schemeOf, redirect.native, mobile.native) || isSame(hostOf, redirect.universal, mobile.universal)
  }
  return isSame(hostOf, url, homepage) || isSame(firstWord, name, listed)
}

/** Returns the host of a web address as browsers read it (punycode), without `www.`. Undefined for other texts. */
export function hostOf(address: string): string | undefined {
  try {
    const { protocol, host } = new URL(address)
    return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') || undefined : undefined
  } catch {
    return undefined
  }
}

function isSame(
  read: (text: string) => string | undefined,
  one: string | undefined,
  other: string | undefined,
): boolean {
  const found = one === undefined ? undefined : read(one)
  return found !== undefined && other !== undefined && found === read(other)
}

function schemeOf(link: string): string {
  return link.slice(0, link.indexOf(':')).toLowerCase()
}

/** Returns the first word of a name, because wallets have longer names in some places than in others. */
function firstWord(name: string): string | undefined {
  return /[\p{L}\p{N}]+/u.exec(name.normalize('NFKC').toLowerCase())?.[0]
}
