import { bytesToHex } from '@noble/hashes/utils.js'
import type { WalletAddress } from '../accounts/account.ts'
import type { Peer } from './peer.ts'
import type { SignContent } from './signContent.ts'
import { checkSignIn } from './signInCheck.ts'

// Line breaks and tabs are drawn as what they are, and the two selectors only choose how an emoji looks.
const hiddenPattern = /(?![\n\t]|[\ufe0e-\ufe0f])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text holds characters that cannot be seen or that turn the direction of reading. */
export function hasHiddenCharacters(text: string): boolean {
  return hiddenPattern.test(text)
}

/** Bytes to sign as a person sees them: as text where they are UTF-8, and checked where they ask to sign in. */
export function readText(bytes: Uint8Array, peer: Peer, signer: WalletAddress): SignContent {
  const text = decodeUtf8(bytes)
  return {
    hex: `0x${bytesToHex(bytes)}`,
    text,
    typedData: undefined,
    hasHiddenCharacters: text !== undefined && hasHiddenCharacters(text),
    signIn: text === undefined ? { status: 'none' } : checkSignIn(text, peer, signer),
  }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    // ignoreBOM keeps a leading mark in the text: the screen must show all that is signed.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
