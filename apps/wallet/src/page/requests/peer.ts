import type { Metadata } from '@hawser/sign'
import { type OriginStatus, parseOriginUrl } from '@hawser/sign/origin'
import { cleanWalletName } from '@hawser/wire'

/** The app's description of itself, made safe to show, and the rating of its address. */
export type Peer = {
  readonly name: string
  /** Host and port of the address the app gives, in ASCII and without a dot at its end; undefined when it gives none that can be read. */
  readonly host: string | undefined
  /** `https:` or `http:`, of the same address. */
  readonly protocol: string | undefined
  /** Whether the server of that address has confirmed the pairing; `unknown` where it was not asked. */
  readonly origin: OriginStatus
}

/** Reads an app's metadata: invisible and direction-changing characters leave the name, the address shrinks to its host. */
export function readPeer(metadata: Metadata, origin: OriginStatus = 'unknown'): Peer {
  const url = parseOriginUrl(metadata.url)
  return {
    name: cleanWalletName(metadata.name) ?? url?.host ?? 'An app without a name',
    host: url?.host,
    protocol: url?.protocol,
    origin,
  }
}

/** Whether somebody else may be asking than the app says, or one that is known for fraud: yes then takes a second step. */
export function isRisky({ origin }: Pick<Peer, 'origin'>): boolean {
  return origin === 'mismatch' || origin === 'scam'
}
