import type { Extension, Network } from './extension.fixture.ts'

// Facts of the extensions' documentation: the names they announce, and the places of their Bitcoin objects.
export const metaMask: Extension = { name: 'MetaMask', eip1193: { rdns: 'io.metamask', flags: ['isMetaMask'] } }
const rabby: Extension = { name: 'Rabby Wallet', eip1193: { rdns: 'io.rabby', flags: ['isRabby', 'isMetaMask'] } }
const coinbase: Extension = {
  name: 'Coinbase Wallet',
  eip1193: { rdns: 'com.coinbase.wallet', flags: ['isCoinbaseWallet'] },
}
export const phantom: Extension = {
  name: 'Phantom',
  eip1193: { rdns: 'app.phantom', flags: ['isPhantom', 'isMetaMask'] },
  solana: { version: '1.1.0', signsIn: true },
  bitcoin: { shape: 'unisat', path: 'phantom.bitcoin', kind: 'p2wpkh' },
}
export const solflare: Extension = { name: 'Solflare', solana: { version: '1.0.0', signsIn: true } }
const backpack: Extension = {
  name: 'Backpack',
  eip1193: { rdns: 'app.backpack', flags: ['isBackpack'] },
  solana: { version: '1.0.0', isArray: true },
}
const xverse: Extension = {
  name: 'Xverse Wallet',
  bitcoin: { shape: 'xverse', path: 'XverseProviders.BitcoinProvider', kind: 'p2tr' },
}
const leather: Extension = { name: 'Leather', bitcoin: { shape: 'leather', path: 'LeatherProvider', kind: 'p2wpkh' } }
export const uniSat: Extension = { name: 'UniSat', bitcoin: { shape: 'unisat', path: 'unisat', kind: 'p2wpkh' } }
const okx: Extension = {
  name: 'OKX Wallet',
  eip1193: { rdns: 'com.okex.wallet', flags: ['isOkxWallet'] },
  solana: { version: '1.0.0' },
  bitcoin: { shape: 'unisat', path: 'okxwallet.bitcoin', kind: 'p2tr' },
}

/** The pairs that extensions.spec.ts links, each with a row in docs/wallets/extensions.md. */
export const linkedExtensions: readonly (readonly [Extension, Network])[] = [
  [metaMask, 'Ethereum'],
  [rabby, 'Ethereum'],
  [coinbase, 'Ethereum'],
  [phantom, 'Ethereum'],
  [phantom, 'Solana'],
  [solflare, 'Solana'],
  [backpack, 'Ethereum'],
  [backpack, 'Solana'],
  [okx, 'Ethereum'],
  [okx, 'Solana'],
  [okx, 'Bitcoin'],
  [xverse, 'Bitcoin'],
  [leather, 'Bitcoin'],
  [uniSat, 'Bitcoin'],
]
