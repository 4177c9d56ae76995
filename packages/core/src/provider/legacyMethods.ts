import type { JsonRpcPayloads, JsonRpcResponse } from './respondTo.ts'
import { toProviderRpcError } from './toProviderRpcError.ts'

/** Receives the response or the error, once. The response to a list of requests is a list that includes the errors. */
export type JsonRpcCallback = (error: Error | null, response?: JsonRpcResponse | readonly JsonRpcResponse[]) => void

/** Methods for libraries from before EIP-1193. `chainId` and `selectedAddress` are missing: they cannot wait for a wallet. */
export type LegacyMethods = {
  /** The same as `eth_requestAccounts` (EIP-1102). */
  enable(): Promise<unknown>
  /** Passes the answer to the callback. */
  sendAsync(payload: JsonRpcPayloads, callback: JsonRpcCallback): void
  /** With a method: the same as `request`. With a payload: answers in JSON-RPC, through the callback if there is one. */
  send(method: string, params?: readonly unknown[] | object): Promise<unknown>
  send(payload: JsonRpcPayloads, callback: JsonRpcCallback): void
  send(payload: JsonRpcPayloads): Promise<JsonRpcResponse | readonly JsonRpcResponse[]>
}

/** Creates the legacy methods over `request`, which rejects with a ProviderRpcError. Rarely used code is a separate chunk. */
export function createLegacyMethods(request: (asked: unknown) => Promise<unknown>): LegacyMethods {
  async function answer(payload: JsonRpcPayloads): Promise<JsonRpcResponse | readonly JsonRpcResponse[]> {
    try {
      const { respondTo } = await import('./respondTo.ts')
      return await respondTo(payload, request)
    } catch (error) {
      throw toProviderRpcError(error)
    }
  }

  function sendAsync(payload: JsonRpcPayloads, callback: JsonRpcCallback): void {
    answer(payload).then(
      (response) => callback(null, response),
      (error) => callback(error),
    )
  }

  function send(asked: string | JsonRpcPayloads, more?: unknown): unknown {
    if (typeof asked === 'string') return request({ method: asked, params: more })
    return isCallback(more) ? sendAsync(asked, more) : answer(asked)
  }

  // At run time the three forms of `send` are one function, which no overload of an arrow function can express.
  return { enable: () => request({ method: 'eth_requestAccounts' }), sendAsync, send: send as LegacyMethods['send'] }
}

function isCallback(value: unknown): value is JsonRpcCallback {
  return typeof value === 'function'
}
