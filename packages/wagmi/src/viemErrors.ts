import { ProviderRpcError, rpcCodes } from '@hawser/core/provider'
import { ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'

/** Whether the visitor declined, in the wallet or by closing the modal. */
export function isDeclined(error: unknown): boolean {
  return error instanceof UserRejectedRequestError || codeOf(error) === rpcCodes.userRejected
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
