import type { ChainId } from '@hawser/wire'
import type { ProvenAccount } from '../provenAccount.ts'
import { type Eip155Account, verifyEip155Signature } from './eip155.ts'

/** What contract accounts are asked through: RPC addresses by chain, of the configuration only. */
export type ContractReach = {
  readonly rpc: Readonly<Record<ChainId, readonly string[]>> | undefined
  readonly fetch: typeof fetch
}

/**
 * Checks that an EVM account agrees to a text: by the signature of its key (EIP-191, `personal_sign`).
 * @throws ProofInvalidError
 */
export async function verifyEip155Proof(request: {
  readonly message: string
  readonly account: Eip155Account
  readonly signature: string
  readonly reach: ContractReach
}): Promise<ProvenAccount> {
  const { message, account, signature } = request
  const { accountId, chainId, canonicalAddress } = verifyEip155Signature({ message, account, signature })
  return { accountId, namespace: 'eip155', chainId, canonicalAddress, method: 'eip191', block: undefined }
}
