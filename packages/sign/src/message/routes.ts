/** How a relay handles a kind of message. The tag of a success answer is its request's tag plus one. */
export type Route = { readonly tag: number; readonly ttlSeconds: number; readonly prompt: boolean }

const day = 86_400
const route = (tag: number, ttlSeconds: number, prompt = false): Route => ({ tag, ttlSeconds, prompt })

/** Client-to-client methods (WalletConnect sign/rpc-methods, with the tags and TTLs of official clients). */
export const routes = {
  wc_pairingDelete: route(1000, day),
  wc_pairingPing: route(1002, 30),
  wc_sessionPropose: route(1100, 300, true),
  wc_sessionSettle: route(1102, 300),
  wc_sessionUpdate: route(1104, day),
  wc_sessionExtend: route(1106, day),
  wc_sessionRequest: route(1108, 300, true),
  wc_sessionEvent: route(1110, 300, true),
  wc_sessionDelete: route(1112, day),
  // Official clients keep a ping on the relay for a day. But a ping asks if the peer is there now, so a later delivery
  // is useless. 30 seconds is the specification's time, and no caller waits longer.
  wc_sessionPing: route(1114, 30),
} as const satisfies Record<string, Route>

export type WcMethod = keyof typeof routes

const rejection = route(1120, 300)
const automaticRejection = route(1121, 300)
const unknownMethod = route(0, day)

/**
 * Returns the route of an answer. Refusals of proposals have their own tags, so that a relay operator's push service
 * can tell them apart.
 */
export function answerRoute(method: string, answer: 'result' | 'error' | 'refusal'): Route {
  if (!isWcMethod(method)) return unknownMethod
  if (method === 'wc_sessionPropose' && answer === 'error') return rejection
  if (method === 'wc_sessionPropose' && answer === 'refusal') return automaticRejection
  return { ...routes[method], tag: routes[method].tag + 1, prompt: false }
}

/** Whether this client knows the method. */
export function isWcMethod(method: string): method is WcMethod {
  return Object.hasOwn(routes, method)
}
