import { type ChainId, canonicalChainId, isChainId, parseChainId } from '@hawser/wire'
import { asObject, field, parseUrl } from '@hawser/wire/internal'
import { CannotCheckNowError, InvalidLinkOptionsError } from '../errors.ts'
import {
  type ContractAnswer,
  type ContractCall,
  formatContractCall,
  lacksMethod,
  parseContractAnswer,
} from './contractProgram.ts'

/**
 * RPC addresses by chain, in the order in which they are asked. They can contain keys, so they are never logged or revealed.
 */
export type RpcLists = Readonly<Record<ChainId, readonly string[]>>

/** The answer of an account, checked by `ask`. */
export type CheckedContractAnswer = ContractAnswer & {
  /** Why a deployed account can never agree; undefined if it can. */
  readonly neverAgrees?: 'malformed' | 'unimplemented' | undefined
}

/** Asks contract accounts. */
export type ContractClient = {
  /** Whether an RPC address is configured for this chain. */
  reaches(chainId: ChainId): boolean
  /**
   * Asks the account on this chain, through one endpoint after the other until one gives a usable answer.
   * @throws CannotCheckNowError - no endpoint does
   */
  ask(chainId: ChainId, call: ContractCall): Promise<CheckedContractAnswer>
}

/**
 * Limits of asking. One endpoint has three seconds (T-48), all endpoints together four (F-L17). A block can be as old as the
 * clock tolerance (five minutes, F-L14) plus one minute, and at most one minute older than the newest block seen of its chain.
 * If an account failed without data, its code gets one more second.
 */
export const contractLimits = {
  endpoints: 4,
  endpointTimeoutMs: 3_000,
  allTimeoutMs: 4_000,
  codeTimeoutMs: 1_000,
  answerBytes: 64 * 1024,
  gas: 10_000_000,
  blockAgeMs: 6 * 60_000,
  blockLagMs: 60_000,
} as const

/**
 * The caller of the `eth_call`. No one has the key of this address. It is not zero, because some contracts treat a zero caller
 * as a gas estimate that needs no signature.
 */
const caller = '0x4861777365720000000000000000000000000000'

type World = {
  readonly rpc: RpcLists | undefined
  readonly fetch: typeof fetch
  /** Epoch milliseconds. */
  readonly now: () => number
}

type Asked =
  | { readonly status: 'answered'; readonly result: unknown }
  | { readonly status: 'failed'; readonly why: string }

/**
 * Creates a reach. It sends nothing before `ask`.
 * @throws InvalidLinkOptionsError
 */
export function createContractClient(world: World): ContractClient {
  const lists = parseRpcLists(world.rpc ?? {})
  // The newest block time seen of each chain. An endpoint far behind it lags, whatever the local clock says.
  const newest = new Map<ChainId, number>()

  return {
    reaches: (chainId) => lists.has(chainId),
    async ask(chainId, call) {
      const urls = lists.get(chainId) ?? []
      const data = formatContractCall(call)
      const timeoutMs = Math.min(contractLimits.endpointTimeoutMs, contractLimits.allTimeoutMs / urls.length)
      const reasons: string[] = []
      for (const [index, url] of urls.entries()) {
        const asked = await askEndpoint(world, { url, timeoutMs, ...callOf(data) })
        const answer = asked.status === 'answered' ? parseContractAnswer(asked.result) : undefined
        const why =
          asked.status === 'failed' ? asked.why : answer ? findFault(chainId, answer) : 'no answer of this call'
        if (answer !== undefined && why === undefined)
          return { ...answer, neverAgrees: await findMistake(world, { url, answer, address: call.address }) }
        reasons.push(`RPC address ${index + 1} of ${urls.length} for ${chainId}: ${why}.`)
      }
      throw new CannotCheckNowError('This smart wallet cannot be checked right now. Try again in a moment.', {
        cause: new CannotCheckNowError(
          reasons.length === 0 ? `No RPC address is configured for ${chainId}.` : reasons.join(' '),
        ),
        retryAfterSeconds: 5,
      })
    },
  }

  /** Explains why an answer is unusable; undefined if it is usable. */
  function findFault(chainId: ChainId, answer: ContractAnswer): string | undefined {
    if (String(answer.chainReference) !== parseChainId(chainId).reference) return 'it serves another chain'
    const timeMs = Number(answer.blockTimeSeconds) * 1000
    const ageMs = world.now() - timeMs
    // Negated, so that a time that is not a number is refused.
    if (!(ageMs <= contractLimits.blockAgeMs)) return 'its newest block is too old'
    if (!(ageMs >= -contractLimits.blockAgeMs)) return 'its newest block is of the future'
    const newestMs = newest.get(chainId) ?? Number.NEGATIVE_INFINITY
    if (timeMs < newestMs - contractLimits.blockLagMs) return 'it lags behind a block that was seen before'
    // Capped at the local time: a node whose clock is ahead must not make the others seem to lag.
    newest.set(chainId, Math.max(newestMs, Math.min(timeMs, world.now())))
    return undefined
  }
}

type Question = { readonly url: string; readonly method: string; readonly params: unknown; readonly timeoutMs: number }

function callOf(data: string): Pick<Question, 'method' | 'params'> {
  return { method: 'eth_call', params: [{ from: caller, data, gas: `0x${contractLimits.gas.toString(16)}` }, 'latest'] }
}

/** Explains why an account can never agree; undefined if it can, or if the endpoint does not return its code. */
async function findMistake(
  world: World,
  { url, answer, address }: { readonly url: string; readonly answer: ContractAnswer; readonly address: string },
): Promise<CheckedContractAnswer['neverAgrees']> {
  const { agrees, no, wasDeployed } = answer
  if (agrees || !wasDeployed || no === 'clean') return undefined
  if (no === 'malformed') return 'malformed'
  // A fallback that accepts every call returns nothing.
  if (no === 'nothing') return 'unimplemented'
  const params = [address, 'latest']
  const asked = await askEndpoint(world, {
    url,
    method: 'eth_getCode',
    params,
    timeoutMs: contractLimits.codeTimeoutMs,
  })
  return asked.status === 'answered' && lacksMethod(asked.result) ? 'unimplemented' : undefined
}

/** Asks one endpoint, and settles in time whatever the endpoint does. */
async function askEndpoint(world: World, { timeoutMs, ...question }: Question): Promise<Asked> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  // In addition to the signal: the reader of a body can lose its signal to garbage collection.
  const late = new Promise<Asked>((resolve) => {
    timer = setTimeout(() => {
      resolve({ status: 'failed', why: `no answer in ${timeoutMs} ms` })
      controller.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([late, postCall(world, { ...question, signal: controller.signal })])
  } finally {
    clearTimeout(timer)
  }
}

async function postCall(
  { fetch }: World,
  { url, method, params, signal }: Omit<Question, 'timeoutMs'> & { readonly signal: AbortSignal },
): Promise<Asked> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal,
    })
    const text = await readText(response, signal)
    if (!response.ok) return { status: 'failed', why: `HTTP ${response.status}` }
    if (text === undefined) return { status: 'failed', why: 'its answer is too long' }
    return readAnswer(JSON.parse(text))
  } catch {
    // The thrown error can quote the address, and with it a key.
    return { status: 'failed', why: 'not reached, or no JSON' }
  }
}

function readAnswer(value: unknown): Asked {
  const body = asObject(value) ?? {}
  const result = field(body, 'result')
  if (typeof result === 'string') return { status: 'answered', result }
  const error = field(asObject(field(body, 'error')) ?? {}, 'code')
  return { status: 'failed', why: typeof error === 'number' ? `JSON-RPC error ${error}` : 'no answer of this call' }
}

/** Reads the body as text; undefined if it is longer than an answer can be. */
async function readText(response: Response, signal: AbortSignal): Promise<string | undefined> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  // Never awaited: a body that does not close must not delay the next endpoint.
  const cancel = () => void reader?.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  let text = ''
  let size = 0
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > contractLimits.answerBytes) {
      cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

function parseRpcLists(rpc: RpcLists): ReadonlyMap<ChainId, readonly string[]> {
  const lists = new Map<ChainId, readonly string[]>()
  for (const [name, urls] of Object.entries(rpc)) {
    const chainId = canonicalChainId(name)
    if (!isChainId(chainId) || !/^eip155:[1-9]\d*$/.test(chainId))
      throw new InvalidLinkOptionsError('`rpc` is asked about contract accounts: each of its chains must be of eip155.')
    if (urls.length === 0 || urls.length > contractLimits.endpoints)
      throw new InvalidLinkOptionsError(`\`rpc\` must give 1 to ${contractLimits.endpoints} addresses for ${chainId}.`)
    if (!urls.every(isRpcUrl))
      throw new InvalidLinkOptionsError(
        `Each address of \`rpc\` for ${chainId} must be an http or https URL without user name and password.`,
      )
    lists.set(chainId, [...urls])
  }
  return lists
}

function isRpcUrl(text: string): boolean {
  const url = parseUrl(text)
  if (url === undefined) return false
  const { protocol, username, password } = url
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}
