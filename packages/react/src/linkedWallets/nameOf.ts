import type { LinkedWallet } from '@hawser/core'
import type { LinkedWalletsMessages } from '../messages/linkedWallets/en.ts'

/** What a wallet goes by: the visitor's own name for it before what it calls itself. */
export function nameOf({ label, walletName }: LinkedWallet, texts: LinkedWalletsMessages): string {
  return label ?? walletName ?? texts.unnamed
}
