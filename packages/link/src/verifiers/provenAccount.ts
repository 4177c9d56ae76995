import type { AccountId, ChainId } from '@hawser/wire'

/** An account whose key, or contract, was shown to agree to the text of a challenge. Made by `verifyProof` and `verifyOneTap` only. */
export type ProvenAccount = {
  /** With the address as it is shown: EIP-55 form on EVM chains. */
  readonly accountId: AccountId
  readonly namespace: 'eip155' | 'solana' | 'bip122'
  readonly chainId: ChainId
  /** One form for every way to write the address. */
  readonly canonicalAddress: string
  readonly method: 'eip191' | 'eip1271' | 'eip6492' | 'ed25519' | 'bip322'
  /** Number of the block, in decimal, a contract was asked at. Undefined for signatures of a key: they hold in any block. */
  readonly block: string | undefined
  /** The evidence that a contract accepted, for a later check. Undefined for signatures of a key. */
  readonly evidence: ContractEvidence | undefined
}

/** Hex with `0x`: the 32 bytes a contract account was asked about, and the signature it agreed to. */
export type ContractEvidence = { readonly hash: string; readonly signature: string }
