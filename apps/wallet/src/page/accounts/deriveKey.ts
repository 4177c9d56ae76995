import { HDKey } from '@scure/bip32'
import { HDKey as Ed25519Key } from 'micro-key-producer/slip10.js'

/** Derives the secp256k1 secret key at a path, such as `m/44'/60'/0'/0/0`, below a seed of 16 to 64 bytes (BIP-32). */
export function deriveSecp256k1Key(seed: Uint8Array, path: string): Uint8Array {
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(path)
  if (privateKey === null) throw new RangeError('There is no key at this path.')
  return privateKey
}

/** Derives the ed25519 secret key at a path, such as `m/44'/501'/0'/0'` (SLIP-0010). All its steps are hardened. */
export function deriveEd25519Key(seed: Uint8Array, path: string): Uint8Array {
  return Ed25519Key.fromMasterSeed(seed).derive(path).privateKey
}
