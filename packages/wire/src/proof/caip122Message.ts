import { decodeBitcoinAddress } from './bitcoinAddress.ts'
import { InvalidSignInMessageError } from './signInErrors.ts'
import {
  formatSignInMessage,
  formatSiweMessage,
  parseSignInMessage,
  parseSiweMessage,
  type SignInMessage,
  type SignInProfile,
} from './signInMessage.ts'
import { decodeSolanaAddress } from './solanaAddress.ts'

/** The namespaces whose accounts can sign in with a text. */
export type SignInNamespace = 'eip155' | 'solana' | 'bip122'

/**
 * CAIP-122 profile of Solana (namespaces/solana/caip122): the text of ERC-4361 line by line, with "Solana account". Its line
 * "Chain ID" is the reference of the CAIP-2 chain id, as CAIP-122 requires. The profile's own example, "1", does not name a
 * Solana chain.
 */
const solana: SignInProfile = {
  standard: 'CAIP-122 for Solana',
  ecosystem: 'Solana',
  // Sign In With Solana writes the text this way (wallet-standard, `createSignInMessageText`), and wallets compare it byte for
  // byte.
  omitsEmptyStatement: true,
  isAddress: (text) => decodeSolanaAddress(text) !== undefined,
  isChain: (text) => /^[1-9A-HJ-NP-Za-km-z]{32}$/.test(text),
}

/** The profile of Bitcoin, which CAIP-122 does not define. An address has only its canonical form, in lower case. */
const bitcoin: SignInProfile = {
  standard: 'CAIP-122 for Bitcoin',
  ecosystem: 'Bitcoin',
  isAddress: (text) => decodeBitcoinAddress(text)?.address === text,
  isChain: (text) => /^[0-9a-f]{32}$/.test(text),
}

/**
 * Writes the text that an account of a namespace signs: ERC-4361 for `eip155`, its CAIP-122 form for `solana` and `bip122`.
 * @throws InvalidSignInMessageError - a field would break the grammar, and so change what the text says
 */
export function formatCaip122Message(namespace: SignInNamespace, message: SignInMessage): string {
  if (namespace === 'eip155') return formatSiweMessage(message)
  return formatSignInMessage(profileOf(namespace), message)
}

/**
 * Reads such a text strictly: fixed order, one line per field, nothing before or after. The parsed fields must write the same
 * bytes again.
 * @throws InvalidSignInMessageError
 */
export function parseCaip122Message(namespace: SignInNamespace, text: unknown): SignInMessage {
  if (namespace === 'eip155') return parseSiweMessage(text)
  return parseSignInMessage(profileOf(namespace), text)
}

function profileOf(namespace: Exclude<SignInNamespace, 'eip155'>): SignInProfile {
  const profile = { solana, bip122: bitcoin }[namespace]
  if (profile === undefined) throw new InvalidSignInMessageError('`namespace` must be eip155, solana or bip122.')
  return profile
}
