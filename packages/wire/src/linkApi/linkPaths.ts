/** Paths under the address the link API is mounted on. */
export const linkPaths = {
  challenges: '/challenges',
  proofs: '/proofs',
  wallets: '/wallets',
  history: '/history',
} as const

/** The path for a proof of the purpose `signIn`, under the same address. */
export const signInPath = '/sign-in'
