import type { Platform } from '../platform/platform.ts'
import type { LinkToOpen } from './deepLink.ts'

/** The bare `wc:` URI: any app that the visitor's system picks may answer. */
export function formatAnyWalletLink(pairingUri: string, platform: Platform): LinkToOpen {
  return { href: pairingUri, target: platform.isTelegram ? '_blank' : '_self' }
}
