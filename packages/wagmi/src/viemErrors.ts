import { ProviderRpcError, rpcCodes } from '@hawser/core/provider'
import { ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'

/** Whether the visitor declined, in the wallet or by closing the modal. */
export function isDeclined(error: unknown): boolean {
  return error instanceof UserRejectedRequestError || codeOf(error) === rpcCodes.userRejected
}

/** An error of connecting in wagmi's form; ours is its cause. */
export function toConnectError(error: unknown): Error {
  const known = toError(error)
  if (known instanceof UserRejectedRequestError) return known
  if (isDeclined(known)) return new UserRejectedRequestError(known)
  return codeOf(known) === rpcCodes.unavailable ? new ResourceUnavailableRpcError(known) : known
}

/** An error of switching the chain in wagmi's form; ours is its cause. */
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
