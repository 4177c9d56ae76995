import type { LinkedWallet } from '@hawser/core'
import type { LinkedWalletsMessages } from '../messages/linkedWallets/en.ts'
import { shortAccount } from '../messages/shortAccount.ts'

/** The name of a wallet: the visitor's own name for it, otherwise the wallet's. */
export function nameOf({ label, walletName }: LinkedWallet, texts: LinkedWalletsMessages): string {
  return label ?? walletName ?? texts.unnamed
}

/** The name and the account of a wallet, which distinguish its buttons from those of other wallets. */
export function describeWallet(wallet: LinkedWallet, texts: LinkedWalletsMessages): string {
  return `${nameOf(wallet, texts)} ${shortAccount(wallet.accountId)}`
}
