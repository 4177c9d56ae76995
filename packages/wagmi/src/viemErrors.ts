import { ProviderRpcError, rpcCodes } from '@hawser/core/provider'
import { ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'

/** Whether the visitor declined, in the wallet or by closing the modal. */
export function isDeclined(error: unknown): boolean {
  return error instanceof UserRejectedRequestError || codeOf(error) === rpcCodes.userRejected
}

/** The codes of a chain that the wallet does not know, and those that only say that something failed. */
const chainCodes: readonly unknown[] = [rpcCodes.unrecognizedChain, rpcCodes.internal, -32000]

/** Whether a switch may have failed because the wallet does not know the chain. Some wallets say so only in words. */
export function mayLackChain(error: unknown): boolean {
  return chainCodes.includes(codeOf(error))
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
