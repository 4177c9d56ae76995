import { asInteger, asObject, type ChainId, field } from '@hawser/wire'
import { RpcUnavailableError, RpcUrlMissingError } from '../errors.ts'
import { type FetchWorld, fetchJson } from '../platform/fetchJson.ts'
import type { ProviderRequest } from './providerRequest.ts'
import { ProviderRpcError } from './providerRpcError.ts'

export type RpcReaderOptions = FetchWorld & {
  /** Where a chain is read, by CAIP-2 chain id. May hold a key: never logged. */
  readonly rpcUrls: Readonly<Record<ChainId, string>>
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** Reads chains over JSON-RPC. */
export type RpcReader = {
  reads(chainId: ChainId): boolean
  /**
   * Asks the chain's RPC URL. An error it answers with is thrown with its own code and data.
   * @throws ProviderRpcError | RpcUrlMissingError | RpcUnavailableError
   */
  read(chainId: ChainId, request: ProviderRequest, signal: AbortSignal): Promise<unknown>
}

const maxMessageLength = 4_096

/** Creates a reader. Nothing is asked before `read`. */
export function createRpcReader(options: RpcReaderOptions): RpcReader {
  const { rpcUrls, timeoutMs, maxBytes } = options
  let lastId = 0
  const urlOf = (chainId: ChainId) => (Object.hasOwn(rpcUrls, chainId) ? rpcUrls[chainId] : undefined)

  return {
    reads: (chainId) => urlOf(chainId) !== undefined,
    async read(chainId, { method, params = [] }, signal) {
      const url = urlOf(chainId)
      if (url === undefined) throw new RpcUrlMissingError(`No RPC URL is configured for ${chainId}.`)
      lastId += 1
      const id = lastId
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      }
      const asked = fetchJson(options, { url, init, signal, timeoutMs, maxBytes })
      const { body } = await asked.catch((cause) => {
        signal.throwIfAborted()
        throw new RpcUnavailableError(`The RPC URL of ${chainId} gave no answer that can be used.`, { cause })
      })
      return resultOf(body, id, chainId)
    },
  }
}

function resultOf(body: unknown, id: number, chainId: ChainId): unknown {
  const answer = asObject(body)
  const error = answer && asObject(field(answer, 'error'))
  const code = error && asInteger(field(error, 'code'), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  if (error !== undefined && code !== undefined) {
    const message = field(error, 'message')
    const text = typeof message === 'string' ? message.slice(0, maxMessageLength) : ''
    throw new ProviderRpcError(code, text, { data: field(error, 'data') })
  }
  if (answer !== undefined && field(answer, 'id') === id && Object.hasOwn(answer, 'result')) {
    return field(answer, 'result')
  }
  throw new RpcUnavailableError(`The RPC URL of ${chainId} answered with something that is no JSON-RPC answer.`)
}
