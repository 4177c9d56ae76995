import type { BaseError } from '@hawser/wire'
import { readRefusal } from '../connectors/foreign/refusal.ts'
import { ProviderRpcError, rpcCodes } from '../platform/providerRpcError.ts'
import { readField } from '../platform/readField.ts'
import { toProviderRpcError } from './toProviderRpcError.ts'

/** Converts the refusal of a session's wallet, also if it is only words or inside another error. */
export function toRefusal(error: BaseError): ProviderRpcError {
  const plain = toProviderRpcError(error)
  const { code } = readRefusal(readField(error, 'reason'))
  if (code !== rpcCodes.userRejected || plain.code === code) return plain
  return new ProviderRpcError(code, plain.message, { data: plain.data, cause: error })
}
