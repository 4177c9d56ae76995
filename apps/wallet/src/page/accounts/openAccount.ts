import type { SigningAccount } from './account.ts'
import { createBitcoinAccount } from './bitcoinAccount.ts'
import { deriveEd25519Key, deriveSecp256k1Key } from './deriveKey.ts'
import { createEthereumAccount } from './ethereumAccount.ts'
import { createSolanaAccount } from './solanaAccount.ts'
import type { StoredAccount } from './storedAccounts.ts'

/** Opens the account at a place of a phrase, on the paths that other wallets use (BIP-44, SLIP-0010, BIP-84). */
export async function openAccount(
  { phrase, index, isImported, number, name }: StoredAccount,
  readSeed: (phrase: string) => Promise<Uint8Array>,
): Promise<SigningAccount> {
  const seed = await readSeed(phrase)
  const signers = {
    eip155: createEthereumAccount(deriveSecp256k1Key(seed, `m/44'/60'/0'/0/${index}`)),
    solana: createSolanaAccount(deriveEd25519Key(seed, `m/44'/501'/${index}'/0'`)),
    bip122: createBitcoinAccount(deriveSecp256k1Key(seed, `m/84'/0'/0'/0/${index}`)),
  }
  const namespaces = ['eip155', 'solana', 'bip122'] as const
  return {
    number,
    name,
    origin: isImported ? 'imported' : 'created',
    address: signers.eip155.address,
    addresses: namespaces.map((namespace) => ({ namespace, address: signers[namespace].address })),
    signers,
  }
}
