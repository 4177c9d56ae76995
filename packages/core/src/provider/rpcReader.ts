import type { ChainId } from '@hawser/wire'
import { asInteger, asObject, field } from '@hawser/wire/internal'
import { RpcUnavailableError, RpcUrlMissingError } from '../errors.ts'
import { type FetchWorld, fetchBounded, parseJsonBytes, readBytes } from '../platform/fetchJson.ts'
import { ProviderRpcError } from '../platform/providerRpcError.ts'
import type { ProviderRequest } from './providerRequest.ts'

export type RpcReaderOptions = FetchWorld & {
  /** The RPC URL of each chain, by CAIP-2 chain id. A URL can contain a key, so it is never logged. */
  readonly rpcUrls: Readonly<Record<ChainId, string>>
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** Reads chains over JSON-RPC. */
export type RpcReader = {
  reads(chainId: ChainId): boolean
  /**
   * Sends a request to the chain's RPC URL. An error in the answer is thrown with its own code and data.
   * @throws ProviderRpcError | RpcUrlMissingError | RpcUnavailableError
   */
  read(chainId: ChainId, request: ProviderRequest, signal: AbortSignal): Promise<unknown>
}

const maxMessageLength = 4_096

/** Creates a reader. It sends nothing before `read`. */
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
      // Many servers give JSON another content type, or none. The content decides.
      const asked = fetchBounded(options, { url, init, signal, timeoutMs, maxBytes }, async (response) =>
        parseJsonBytes(await readBytes(response, maxBytes)),
      )
      const body = await asked.catch((cause) => {
        signal.throwIfAborted()
        throw new RpcUnavailableError(`The RPC URL of ${chainId} gave no answer that can be used.`, { cause })
      })
      return resultOf(body, id, chainId)
    },
  }
}

function resultOf(body: unknown, id: number, chainId: ChainId): unknown {
  // A server that treats every request as a list answers with a list of one.
  const answer = asObject(Array.isArray(body) && body.length === 1 ? body[0] : body) ?? {}
  const error = field(answer, 'error')
  const fields = asObject(error)
  // An error next to a null result counts as an error; a null error does not.
  if (error !== undefined && error !== null) {
    const said = fields === undefined ? error : field(fields, 'message')
    const message = typeof said === 'string' ? said.slice(0, maxMessageLength) : ''
    const code = fields && readRpcCode(field(fields, 'code'))
    if (code !== undefined) throw new ProviderRpcError(code, message, { data: fields && field(fields, 'data') })
    throw new RpcUnavailableError(`The RPC URL of ${chainId} refused without a number${message && `: ${message}`}.`)
  }
  if (isIdOf(field(answer, 'id'), id) && Object.hasOwn(answer, 'result')) return field(answer, 'result')
  throw new RpcUnavailableError(`The RPC URL of ${chainId} gave no JSON-RPC answer.`)
}

function readRpcCode(code: unknown): number | undefined {
  const number = typeof code === 'string' && /^-?[0-9]{1,9}$/.test(code) ? Number(code) : code
  return asInteger(number, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
}

/** Some servers write the id as a text, or omit it: over HTTP each request has one answer. A different id does not match. */
function isIdOf(answered: unknown, id: number): boolean {
  return answered === undefined || answered === null || String(answered) === String(id)
}
