// Test support: wallets of other namespaces, written from the standards and not with the code that verifies them. The ending
// keeps it out of the build.
import type { AccountId } from '@hawser/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, bech32, bech32m } from '@scure/base'
import type { TestWallet } from '../createTestHost.fixture.ts'
import { hashForP2tr, hashForP2wpkh, hashTagged } from './bip122Transactions.ts'

/** Creates a wallet with a Solana key in memory; `sign` is `solana_signMessage`. The same seed gives the same key. */
export function createSolanaWallet(seed: number, reference = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'): TestWallet {
  const secretKey = sha256(utf8ToBytes(`solana ${seed}`))
  const address = base58.encode(ed25519.getPublicKey(secretKey))
  return {
    name: `Solana ${seed}`,
    address,
    accountId: `solana:${reference}:${address}`,
    sign: (message) => base58.encode(ed25519.sign(utf8ToBytes(message), secretKey)),
  }
}

type BitcoinWallet = TestWallet & {
  readonly secretKey: Uint8Array
  /** The secret of the Taproot output key: the wallet's secret with the tweak (BIP-341). */
  readonly outputKey: Uint8Array
}

/** Creates a wallet with a Bitcoin key in memory; `sign` is BIP-322 "simple". The same seed gives the same key. */
export function createBitcoinWallet(seed: number, kind: 'p2wpkh' | 'p2tr'): BitcoinWallet {
  const secretKey = sha256(utf8ToBytes(`bitcoin ${seed}`))
  const outputKey = tweak(secretKey)
  const publicKey = secp256k1.getPublicKey(secretKey, true)
  const program = kind === 'p2wpkh' ? ripemd160(sha256(publicKey)) : schnorr.getPublicKey(outputKey)
  const address =
    kind === 'p2wpkh'
      ? bech32.encode('bc', [0, ...bech32.toWords(program)])
      : bech32m.encode('bc', [1, ...bech32m.toWords(program)])
  const accountId: AccountId = `bip122:000000000019d6689c085ae165831e93:${address}`
  const sign = (message: string) => {
    if (kind === 'p2tr') return encodeWitness(schnorr.sign(hashForP2tr(message, program, 0), outputKey))
    const signature = secp256k1.sign(hashForP2wpkh(message, program), secretKey, { prehash: false, format: 'der' })
    return encodeWitness(Uint8Array.of(...signature, 1), publicKey)
  }
  return { name: `Bitcoin ${seed}`, address, accountId, secretKey, outputKey, sign }
}

function encodeWitness(...parts: readonly Uint8Array[]): string {
  return Buffer.from([parts.length, ...parts.flatMap((part) => [part.length, ...part])]).toString('base64')
}

/** Tweaks a secret key (BIP-341 taproot_tweak_seckey), without scripts. */
function tweak(secretKey: Uint8Array): Uint8Array {
  const { Fn } = secp256k1.Point
  const isOdd = secp256k1.getPublicKey(secretKey, true)[0] === 3
  const secret = isOdd ? Fn.neg(Fn.fromBytes(secretKey)) : Fn.fromBytes(secretKey)
  return Fn.toBytes(Fn.add(secret, Fn.create(Fn.fromBytes(hashTagged('TapTweak', schnorr.getPublicKey(secretKey))))))
}
