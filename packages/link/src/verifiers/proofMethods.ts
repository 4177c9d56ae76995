/**
 * The ways to prove an account: `personal_sign` of a key, a contract asked by ERC-1271 or ERC-6492, Solana's ed25519, BIP-322.
 */
export const proofMethods = ['eip191', 'eip1271', 'eip6492', 'ed25519', 'bip322'] as const
