import { ProviderRpcError, rpcCodes } from '@hawser/core/provider'
import { ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'

/** Whether the visitor declined, in the wallet or by closing the modal. */
export function isDeclined(error: unknown): boolean {
  return error instanceof UserRejectedRequestError || codeOf(error) === rpcCodes.userRejected
}

/** Matches the message of an answer with a general number and no words of the wallet's own. */
const isBare = /^\w+: Error -32(?:603|000)$/

/**
 * Whether a switch may have failed because the wallet does not know the chain. A bare general number can mean that. Words
 * beside it can mean that the visitor declined: adding the chain would ask again.
 */
export function mayLackChain(error: unknown): boolean {
  return codeOf(error) === 4902 || isBare.test(`${error}`)
}

/** Converts an error of connecting to wagmi's form, with Hawser's error as its cause. */
export function toConnectError(error: unknown): Error {
  const known = toError(error)
  if (known instanceof UserRejectedRequestError) return known
  if (isDeclined(known)) return new UserRejectedRequestError(known)
  return codeOf(known) === rpcCodes.unavailable ? new ResourceUnavailableRpcError(known) : known
}

/** Converts an error of switching the chain to wagmi's form, with Hawser's error as its cause. */
export function toSwitchError(error: unknown): Error {
  const known = toError(error)
  return isDeclined(known) ? new UserRejectedRequestError(known) : new SwitchChainError(known)
}

function codeOf(error: unknown): number | undefined {
  return error instanceof ProviderRpcError ? error.code : undefined
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new ProviderRpcError(rpcCodes.internal, String(error))
}
