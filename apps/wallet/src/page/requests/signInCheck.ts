import { InvalidSignInMessageError, parseCaip122Message, type Reason, type SignInMessage } from '@hawser/wire'
import type { WalletAddress } from '../accounts/account.ts'
import type { Peer } from './peer.ts'
import { invalidParams, unauthorized } from './refusal.ts'

/** The check of a sign-in text (ERC-4361, CAIP-122). Only `none` and `matching` allow a signature. */
export type SignInCheck =
  | { readonly status: 'none' }
  | { readonly status: 'matching'; readonly domain: string }
  | { readonly status: 'domain_mismatch'; readonly domain: string }
  | { readonly status: 'known_scam'; readonly domain: string }
  | { readonly status: 'address_mismatch'; readonly textAddress: string }
  | { readonly status: 'malformed' }

const refusals: { readonly [status in SignInCheck['status']]: Reason | undefined } = {
  none: undefined,
  matching: undefined,
  domain_mismatch: unauthorized('The sign-in text names another domain than the app that asks (CAIP-122).'),
  known_scam: unauthorized('This wallet signs in to no address that is on its list of scams.'),
  address_mismatch: unauthorized('The sign-in text names another account than the one that would sign it (CAIP-122).'),
  malformed: invalidParams('The sign-in text does not follow CAIP-122, for Ethereum ERC-4361.'),
}

/** The refusal that the wallet sends to the app for a checked text. Undefined if the text can be signed. */
export function blockReason({ status }: SignInCheck): Reason | undefined {
  return refusals[status]
}

/**
 * Checks that a sign-in text has the app's host and the signer's address (ERC-4361, CAIP-122). The app must neither disown
 * the pairing nor be on the list of scams.
 */
// A text that only resembles the standard's is refused as well: a person would still read it as a sign-in.
export function checkSignIn(text: string, peer: Peer, signer: WalletAddress): SignInCheck {
  const visible = text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
  if (!/wants\s+you\s+to\s+sign\s+in\s+with\s+your/iu.test(visible)) return { status: 'none' }
  const message = tryParse(text, signer)
  if (message === undefined) return { status: 'malformed' }
  if (peer.origin === 'scam') return { status: 'known_scam', domain: message.domain }
  // An address that disowns the pairing is not the app's, so no domain in a text can be correct (T-31, T-33).
  if (peer.origin === 'mismatch' || !isDomainOf(message.domain, peer))
    return { status: 'domain_mismatch', domain: message.domain }
  if (!isSame(message.address, signer)) return { status: 'address_mismatch', textAddress: message.address }
  return { status: 'matching', domain: message.domain }
}

/** Whether a text is this address. Ethereum and Bitcoin addresses ignore case; Solana addresses do not. */
export function isSame(text: string, { namespace, address }: WalletAddress): boolean {
  return namespace === 'solana' ? text === address : text.toLowerCase() === address.toLowerCase()
}

/** Whether a domain is the app's host. A domain can include the default port, which `URL.host` omits, but no user info. */
function isDomainOf(domain: string, peer: Peer): boolean {
  const [, scheme, authority = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/i.exec(domain) ?? []
  if (peer.host === undefined || authority.includes('@')) return false
  if (scheme !== undefined && `${scheme.toLowerCase()}:` !== peer.protocol) return false
  const ownPort = peer.protocol === 'https:' ? ':443' : ':80'
  const host = authority.toLowerCase()
  return host === peer.host || host === `${peer.host}${ownPort}`
}

function tryParse(text: string, { namespace }: WalletAddress): SignInMessage | undefined {
  try {
    return parseCaip122Message(namespace, text)
  } catch (error) {
    if (error instanceof InvalidSignInMessageError) return undefined
    throw error
  }
}
