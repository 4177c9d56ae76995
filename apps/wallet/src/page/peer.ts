import type { Metadata } from '@hawser/sign'
import { cleanWalletName } from '@hawser/wire'

/** What an app says of itself, made safe to show. Nothing of it is verified. */
export type Peer = {
  readonly name: string
  /** Host and port of the address the app gives, in ASCII; undefined when it gives none that can be read. */
  readonly host: string | undefined
  /** `https:` or `http:`, of the same address. */
  readonly protocol: string | undefined
}

/** Reads an app's metadata: invisible and direction-changing characters leave the name, the address shrinks to its host. */
export function readPeer(metadata: Metadata): Peer {
  const url = parseUrl(metadata.url)
  return {
    name: cleanWalletName(metadata.name) ?? url?.host ?? 'An app without a name',
    host: url?.host,
    protocol: url?.protocol,
  }
}

function parseUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.host !== '' ? url : undefined
}
