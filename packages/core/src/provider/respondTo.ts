import type { ProviderRequest } from './providerRequest.ts'
import { toProviderRpcError } from './toProviderRpcError.ts'

/** A request in the form of JSON-RPC, as web3.js 1 and other libraries from before EIP-1193 send it. */
export type JsonRpcPayload = { readonly id?: unknown; readonly jsonrpc?: string } & ProviderRequest
export type JsonRpcResponse = {
  readonly id: unknown
  readonly jsonrpc: '2.0'
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}
export type JsonRpcPayloads = JsonRpcPayload | readonly JsonRpcPayload[]

/** Answers a JSON-RPC request, or a list of requests. The answer to a list includes the errors; a single request rejects. */
export async function respondTo(
  payload: JsonRpcPayloads,
  request: (asked: unknown) => Promise<unknown>,
): Promise<JsonRpcResponse | readonly JsonRpcResponse[]> {
  async function respond(asked: JsonRpcPayload): Promise<JsonRpcResponse> {
    const result = await request(asked)
    return { id: asked.id, jsonrpc: '2.0', result }
  }

  async function respondAnyway(asked: JsonRpcPayload): Promise<JsonRpcResponse> {
    try {
      return await respond(asked)
    } catch (cause) {
      const { code, message, data } = toProviderRpcError(cause)
      return { id: asked?.id, jsonrpc: '2.0', error: { code, message, data } }
    }
  }

  return isList(payload) ? Promise.all(payload.map(respondAnyway)) : respond(payload)
}

function isList(payload: JsonRpcPayloads): payload is readonly JsonRpcPayload[] {
  return Array.isArray(payload)
}
