// Test support. The `.fixture` ending keeps this file out of the build.

/** A Safe's reaction to a text that a Safe App wants signed. `never`: it does not answer. */
export type SafeSigning =
  | { readonly signature: string }
  /** The owners have begun to sign: the signature is requested by this hash. */
  | { readonly messageHash: string; readonly signature?: string }
  /** The owners sign by a transaction. */
  | { readonly safeTxHash: string }
  | { readonly error: string }
  | 'never'

export type SafeToEmulate = {
  readonly address: string
  readonly chainId?: number
  readonly sign?: (text: string) => SafeSigning | Promise<SafeSigning>
  /** Returns the signature of a message whose owners have begun to sign; empty while some have not signed. */
  readonly offChainSignature?: (messageHash: string) => string
  readonly read?: (call: string, params: unknown) => unknown
  /** Asks the owners to send transactions. Returns the hash by which a Safe knows these. */
  readonly send?: (transactions: unknown) => string
}

/**
 * Answers the messages of a Safe App as a Safe's page does (safe-global/safe-apps-sdk, its README and types). Undefined
 * if the Safe does not answer.
 */
export async function answerAsSafe(safe: SafeToEmulate, message: unknown): Promise<object | undefined> {
  const { id, method, params, env } = Object(message)
  if (typeof id !== 'string' || typeof env?.sdkVersion !== 'string') return undefined
  const { address: safeAddress, chainId = 1 } = safe
  const answer = (data: unknown) => ({ id, success: true, version: '9.1.0', data })
  const refuse = (error: string) => ({ id, success: false, version: '9.1.0', error })
  switch (method) {
    case 'getSafeInfo':
      return answer({ safeAddress, chainId, threshold: 1, owners: [], isReadOnly: false })
    case 'signMessage': {
      const signed = (await safe.sign?.(params.message)) ?? 'never'
      if (signed === 'never') return undefined
      return 'error' in signed ? refuse(signed.error) : answer(signed)
    }
    case 'getOffChainSignature':
      return answer(safe.offChainSignature?.(params) ?? '')
    case 'rpcCall':
      return answer(safe.read?.(params.call, params.params))
    case 'sendTransactions':
      return safe.send ? answer({ safeTxHash: safe.send(params.txs) }) : refuse('Transaction was rejected')
    default:
      return undefined
  }
}

/**
 * Creates the window of a page in a frame. `answer` is the surrounding page's reaction to a message. An answer comes
 * from `from`, by default that page's own origin, or from another window.
 */
export function createFramedWindow(
  answer: (message: unknown) => object | undefined | Promise<object | undefined>,
  {
    origin = 'https://app.safe.global',
    from = origin,
    tells = true,
  }: { readonly origin?: string; readonly from?: string; readonly tells?: boolean } = {},
) {
  const asked: string[] = []
  const targets = new Set<string>()
  const scope = new EventTarget()
  const say = (data: unknown, source: unknown = parent, saidFrom = from) =>
    scope.dispatchEvent(Object.assign(new Event('message'), { data, source, origin: saidFrom }))
  const parent = {
    postMessage(message: unknown, target: string) {
      asked.push(Object(message).method)
      targets.add(target)
      Promise.resolve(answer(message)).then((data) => data && say(data))
    },
  }
  Object.assign(scope, { parent, location: { ancestorOrigins: tells ? [origin] : undefined } })
  return { scope, asked, targets, say }
}
