import { bytesToHex } from '@noble/hashes/utils.js'
import type { WalletAddress } from '../accounts/account.ts'
import type { Peer } from './peer.ts'
import { checkSignIn, type SignInCheck } from './signInCheck.ts'
import type { TypedData } from './typedData.ts'

/** The content to sign, as the person sees it. */
export type SignContent = {
  /** The typed data to sign; undefined for a text. */
  readonly typedData: TypedData | undefined
  /** The bytes to sign as `0x` and hex; for typed data, its hash. */
  readonly hex: string
  /** The same bytes as text, complete. Undefined if they are not UTF-8. */
  readonly text: string | undefined
  /** Whether the text contains characters that are invisible or that change the reading direction. */
  readonly hasHiddenCharacters: boolean
  readonly signIn: SignInCheck
}

// Line breaks and tabs are visible, and the two variation selectors only choose how an emoji looks.
const hiddenPattern = /(?![\n\t]|[\ufe0e-\ufe0f])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text contains characters that are invisible or that change the reading direction. */
export function hasHiddenCharacters(text: string): boolean {
  return hiddenPattern.test(text)
}

/** Reads the bytes to sign for the person: as text if they are UTF-8. A text that asks to sign in is checked. */
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
    // ignoreBOM keeps a leading byte order mark in the text: the screen must show everything that is signed.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
