import { BaseError, type Reason } from '@hawser/wire'
import { asInteger, asObject, field } from '@hawser/wire/internal'
import type { FailureCode } from '../failureCode.ts'
import { ProviderRpcError, rpcCodes } from '../platform/providerRpcError.ts'

/** This package's error codes, as numbers. A code that is missing here is an internal error. */
const numbers: Readonly<Partial<Record<FailureCode, number>>> = {
  proposal_rejected: rpcCodes.userRejected,
  request_rejected: rpcCodes.userRejected,
  extension_declined: rpcCodes.userRejected,
  linking_closed: rpcCodes.userRejected,
  wallet_not_connected: rpcCodes.unauthorized,
  account_not_granted: rpcCodes.unauthorized,
  method_not_granted: rpcCodes.unsupportedMethod,
  method_unsupported: rpcCodes.unsupportedMethod,
  wallet_gone: rpcCodes.disconnected,
  session_ended: rpcCodes.disconnected,
  unknown_session: rpcCodes.disconnected,
  client_stopped: rpcCodes.disconnected,
  client_unavailable: rpcCodes.disconnected,
  page_outdated: rpcCodes.disconnected,
  extension_missing: rpcCodes.disconnected,
  provider_stopped: rpcCodes.disconnected,
  relay_unreachable: rpcCodes.disconnected,
  relay_refused: rpcCodes.disconnected,
  relay_busy: rpcCodes.disconnected,
  relay_clock: rpcCodes.disconnected,
  chain_not_granted: rpcCodes.chainDisconnected,
  chain_not_reached: rpcCodes.chainDisconnected,
  rpc_url_missing: rpcCodes.chainDisconnected,
  chain_unrecognized: rpcCodes.unrecognizedChain,
  message_too_large: rpcCodes.invalidParams,
  invalid_params: rpcCodes.invalidParams,
  invalid_request: rpcCodes.invalidParams,
  // The wallet may have acted on the request. Callers do not repeat a request on this number, as they do on an internal error.
  request_expired: rpcCodes.unavailable,
  extension_silent: rpcCodes.unavailable,
  extension_busy: rpcCodes.unavailable,
  // Callers can repeat a read, and do.
  rpc_unavailable: rpcCodes.internal,
}

/**
 * The protocol's own codes with which wallets answer session requests (wire/session/reasons.ts). Any other number stays
 * unchanged: it is the number that an extension would give its page.
 */
const reasonNumbers: Readonly<Record<number, number>> = {
  1001: rpcCodes.unsupportedMethod,
  3001: rpcCodes.unsupportedMethod,
  3005: rpcCodes.chainDisconnected,
  5000: rpcCodes.userRejected,
  5001: rpcCodes.userRejected,
  5002: rpcCodes.userRejected,
  5003: rpcCodes.userRejected,
  5100: rpcCodes.chainDisconnected,
  5101: rpcCodes.unsupportedMethod,
  5103: rpcCodes.unauthorized,
  6000: rpcCodes.disconnected,
  7001: rpcCodes.disconnected,
  8000: rpcCodes.unavailable,
  10001: rpcCodes.unsupportedMethod,
  12001: rpcCodes.userRejected,
}

/** Converts any error to a ProviderRpcError. */
export function toProviderRpcError(error: unknown): ProviderRpcError {
  if (error instanceof ProviderRpcError) return error
  if (!(error instanceof BaseError)) {
    return new ProviderRpcError(rpcCodes.internal, 'The request failed.', { cause: error })
  }
  const reason = error.code === 'request_rejected' ? reasonOf(error) : undefined
  if (reason !== undefined) {
    const { code, message, data } = reason
    return new ProviderRpcError(reasonNumbers[code] ?? code, message || error.message, { data, cause: error })
  }
  return new ProviderRpcError(numbers[error.code as FailureCode] ?? rpcCodes.internal, error.message, { cause: error })
}

function reasonOf(error: BaseError): Reason | undefined {
  const reason = asObject(Reflect.get(error, 'reason')) ?? {}
  const code = asInteger(field(reason, 'code'), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  const message = field(reason, 'message')
  if (code === undefined) return undefined
  return { code, message: typeof message === 'string' ? message : '', data: field(reason, 'data') }
}
