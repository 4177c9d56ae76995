import type { JsonRpcPayload, JsonRpcPayloads, JsonRpcResponse } from './legacyMethods.ts'
import { toProviderRpcError } from './providerRpcError.ts'

/** Answers a question in the form of JSON-RPC, or a list of them, whose errors are in the answer. */
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
