import type { Listing } from '@hawser/wire'

/**
 * Ids of the most common wallets, most common first. They precede all wallets but the operator's own, and form the
 * modal's built-in list. A WalletConnect link opens each of them on phones.
 */
export const featuredIds: readonly string[] = [
  'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96', // MetaMask
  '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0', // Trust Wallet
  '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369', // Rainbow
  'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8', // Coinbase Wallet
  'zerion',
  'ledger',
  'imtoken',
  'okx',
  'bitget',
  'uniswap',
  '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25', // Binance Wallet
  'kraken',
  'tokenpocket',
  'safepal',
  'onekey',
]

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Whether a link can open the wallet; otherwise the wallet can only be installed. */
export function isOpenable({ mobile, desktop }: Listing): boolean {
  return [mobile.native, mobile.universal, desktop.native, desktop.universal].some((link) => link !== undefined)
}

/**
 * Sorts listings into the order of answers: the operator's own (those with `relays`), featured wallets, wallets that a
 * link opens, then the rest. Featured wallets keep the order of `featuredIds`; other groups are sorted by name.
 */
export function orderListings(listings: readonly Listing[]): readonly Listing[] {
  const rank = ({ id, relays }: Listing) => {
    if (relays !== undefined) return -1
    const index = featuredIds.indexOf(id)
    return index === -1 ? featuredIds.length : index
  }
  return [...listings].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(isOpenable(b)) - Number(isOpenable(a)) ||
      names.compare(a.name, b.name) ||
      (a.id < b.id ? -1 : 1),
  )
}
