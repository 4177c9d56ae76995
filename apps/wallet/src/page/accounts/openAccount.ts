import { hexToBytes } from '@noble/hashes/utils.js'
import type { HeldAccount, Signers, WalletAddress } from './account.ts'
import { createBitcoinAccount } from './bitcoinAccount.ts'
import { deriveEd25519Key, deriveSecp256k1Key } from './deriveKey.ts'
import { createEthereumAccount } from './ethereumAccount.ts'
import { createSolanaAccount } from './solanaAccount.ts'
import type { StoredAccount } from './storedAccounts.ts'

/**
 * The account of a secret, at the paths other wallets use: `m/44'/60'/0'/0/i` (BIP-44), `m/44'/501'/i'/0'` (SLIP-0010) and
 * `m/84'/0'/0'/0/i` (BIP-84).
 * @param readSeed - the seed of a phrase, 64 bytes
 * @throws AccountUnreadableError - the secret is a single key, and none of secp256k1
 */
export async function openAccount(
  { secret, number, name }: StoredAccount,
  readSeed: (phrase: string) => Promise<Uint8Array>,
): Promise<HeldAccount> {
  if (secret.kind === 'key') {
    const eip155 = createEthereumAccount(hexToBytes(secret.key))
    return hold({ eip155, solana: undefined, bip122: undefined }, { number, name, origin: 'key' })
  }
  const seed = await readSeed(secret.phrase)
  const { index } = secret
  const signers = {
    eip155: createEthereumAccount(deriveSecp256k1Key(seed, `m/44'/60'/0'/0/${index}`)),
    solana: createSolanaAccount(deriveEd25519Key(seed, `m/44'/501'/${index}'/0'`)),
    bip122: createBitcoinAccount(deriveSecp256k1Key(seed, `m/84'/0'/0'/0/${index}`)),
  }
  return hold(signers, { number, name, origin: secret.isImported ? 'imported' : 'created' })
}

function hold(signers: Signers, shown: Pick<HeldAccount, 'number' | 'name' | 'origin'>): HeldAccount {
  const namespaces = ['eip155', 'solana', 'bip122'] as const
  const addresses = namespaces.flatMap((namespace): readonly WalletAddress[] => {
    const signer = signers[namespace]
    return signer === undefined ? [] : [{ namespace, address: signer.address }]
  })
  return { ...shown, address: signers.eip155.address, addresses, signers }
}
