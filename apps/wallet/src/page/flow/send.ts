import type { WalletEvent } from './walletState.ts'

/** Tells the wallet what happened. */
export type Send = (event: WalletEvent) => void
