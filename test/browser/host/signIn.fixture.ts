import type { PrivateKeyAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/** The fields of a page's `signInWithEthereum` request to a wallet (ERC-7846). */
export type SignInFields = {
  readonly chainId: string
  readonly issuedAt: string
  readonly expirationTime: string
  readonly statement?: string
}

/** Answers such a request as a wallet does. viem, which wallets are built with, writes the text. */
export async function signIn(
  account: PrivateKeyAccount,
  { chainId, issuedAt, expirationTime, ...fields }: SignInFields,
) {
  const message = createSiweMessage({
    ...(fields as unknown as Parameters<typeof createSiweMessage>[0]),
    address: account.address,
    chainId: Number(chainId),
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(expirationTime),
  })
  return { message, signature: await account.signMessage({ message }) }
}
