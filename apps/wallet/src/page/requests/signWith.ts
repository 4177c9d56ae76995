import type { SigningAccount } from '../accounts/account.ts'
import { bytesOf, type SignRequest } from './signRequest.ts'

/** Signs a request, and returns the result in the form of its method: hex, or an object with base58 or hex. */
export function signWith({ signers }: SigningAccount, request: SignRequest): unknown {
  const bytes = bytesOf(request)
  switch (request.namespace) {
    case 'eip155':
      return request.typedData === undefined
        ? signers.eip155.signPersonalMessage(bytes)
        : signers.eip155.signHash(bytes)
    case 'solana':
      return { signature: signers.solana.signMessage(bytes) }
    case 'bip122':
      return { address: request.address, ...signers.bip122.signMessage(bytes) }
  }
}
