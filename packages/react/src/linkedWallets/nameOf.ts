import type { LinkedWallet } from '@hawser/core'
import type { LinkedWalletsMessages } from '../messages/linkedWallets/en.ts'

/** The name of a wallet: the visitor's own name for it, otherwise the wallet's. */
export function nameOf({ label, walletName }: LinkedWallet, texts: LinkedWalletsMessages): string {
  return label ?? walletName ?? texts.unnamed
}
