import type { ProviderRequest } from './providerRequest.ts'
import { toProviderRpcError } from './providerRpcError.ts'

/** A question in the form of JSON-RPC, as web3.js 1 and other libraries from before EIP-1193 ask it. */
export type JsonRpcPayload = { readonly id?: unknown; readonly jsonrpc?: string } & ProviderRequest
export type JsonRpcResponse = {
  readonly id: unknown
  readonly jsonrpc: '2.0'
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}
/** Called once. Of a list of questions the response is a list, and errors are in it. */
export type JsonRpcCallback = (error: Error | null, response?: JsonRpcResponse | readonly JsonRpcResponse[]) => void

type Payload = JsonRpcPayload | readonly JsonRpcPayload[]

/** What libraries from before EIP-1193 call. `chainId` and `selectedAddress` are not there: they cannot wait for a wallet to be found. */
export type LegacyMethods = {
  /** The same as `eth_requestAccounts` (EIP-1102). */
  enable(): Promise<unknown>
  /** Answers by the callback. */
  sendAsync(payload: Payload, callback: JsonRpcCallback): void
  /** With a method: the same as `request`. With a payload: its JSON-RPC answer, by the callback where there is one. */
  send(method: string, params?: readonly unknown[] | object): Promise<unknown>
  send(payload: Payload, callback: JsonRpcCallback): void
  send(payload: Payload): Promise<JsonRpcResponse | readonly JsonRpcResponse[]>
}

/** Creates them over `request`, which rejects with a ProviderRpcError. */
export function createLegacyMethods(request: (asked: unknown) => Promise<unknown>): LegacyMethods {
  async function respond(payload: JsonRpcPayload): Promise<JsonRpcResponse> {
    const result = await request(payload)
    return { id: payload.id, jsonrpc: '2.0', result }
  }

  async function respondAnyway(payload: JsonRpcPayload): Promise<JsonRpcResponse> {
    try {
      return await respond(payload)
    } catch (cause) {
      const { code, message, data } = toProviderRpcError(cause)
      return { id: payload?.id, jsonrpc: '2.0', error: { code, message, data } }
    }
  }

  async function answer(payload: Payload): Promise<JsonRpcResponse | readonly JsonRpcResponse[]> {
    return isList(payload) ? Promise.all(payload.map(respondAnyway)) : respond(payload)
  }

  function sendAsync(payload: Payload, callback: JsonRpcCallback): void {
    answer(payload).then(
      (response) => callback(null, response),
      (error) => callback(toProviderRpcError(error)),
    )
  }

  function send(asked: string | Payload, more?: unknown): unknown {
    if (typeof asked === 'string') return request({ method: asked, params: more })
    return isCallback(more) ? sendAsync(asked, more) : answer(asked)
  }

  // Its three forms are one at run time, which no overload of an arrow can say.
  return { enable: () => request({ method: 'eth_requestAccounts' }), sendAsync, send: send as LegacyMethods['send'] }
}

function isList(payload: Payload): payload is readonly JsonRpcPayload[] {
  return Array.isArray(payload)
}

function isCallback(value: unknown): value is JsonRpcCallback {
  return typeof value === 'function'
}
