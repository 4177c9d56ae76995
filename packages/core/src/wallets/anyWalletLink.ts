import type { Platform } from '../platform/platform.ts'
import type { LinkToOpen } from './deepLink.ts'

/** Formats the bare `wc:` URI as a link: the visitor's system picks the app that answers. */
export function formatAnyWalletLink(pairingUri: string, platform: Platform): LinkToOpen {
  return { href: pairingUri, target: platform.isTelegram ? '_blank' : '_self' }
}
