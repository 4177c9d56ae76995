import type { AccountId, ChainId } from '@hawser/wire'

/** An account whose key or contract agreed to the text of a challenge. Only `verifyProof` and `verifyOneTap` return one. */
export type ProvenAccount = {
  /** With the address in its display form: EIP-55 on EVM chains. */
  readonly accountId: AccountId
  readonly namespace: 'eip155' | 'solana' | 'bip122'
  readonly chainId: ChainId
  /** The same for every spelling of the address. */
  readonly canonicalAddress: string
  readonly method: 'eip191' | 'eip1271' | 'eip6492' | 'ed25519' | 'bip322'
  /**
   * The block number, in decimal, at which a contract was asked. Undefined for signatures of a key, which are valid in any
   * block.
   */
  readonly block: string | undefined
  /** The evidence that a contract accepted, for a later check. Undefined for signatures of a key. */
  readonly evidence: ContractEvidence | undefined
}

/** Hex with `0x`: the 32 bytes that a contract account was asked about, and the signature that it accepted. */
export type ContractEvidence = { readonly hash: string; readonly signature: string }
