import type { WalletEvent } from './walletState.ts'

/** Tells the wallet what the person does. */
export type Send = (event: WalletEvent) => void
