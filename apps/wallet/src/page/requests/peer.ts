import type { Metadata } from '@hawser/sign'
import { type OriginStatus, parseOriginUrl } from '@hawser/sign/origin'
import { cleanWalletName } from '@hawser/wire'

/** The app's description of itself, made safe to show, and the rating of its address. */
export type Peer = {
  readonly name: string
  /** Host and port of the app's address, in ASCII and without a trailing dot. Undefined if the app gives no valid address. */
  readonly host: string | undefined
  /** `https:` or `http:`, from the same address. */
  readonly protocol: string | undefined
  /** Whether the server at that address has confirmed the pairing. `unknown` if the server was not asked. */
  readonly origin: OriginStatus
}

/** Reads an app's metadata. The name loses invisible and direction-changing characters; the address is reduced to its host. */
export function readPeer(metadata: Metadata, origin: OriginStatus = 'unknown'): Peer {
  const url = parseOriginUrl(metadata.url)
  return {
    name: cleanWalletName(metadata.name) ?? url?.host ?? 'An app without a name',
    host: url?.host,
    protocol: url?.protocol,
    origin,
  }
}

/** Whether the app could be an impostor, or is known for fraud. "Yes" then takes a second step. */
export function isRisky({ origin }: Pick<Peer, 'origin'>): boolean {
  return origin === 'mismatch' || origin === 'scam'
}
