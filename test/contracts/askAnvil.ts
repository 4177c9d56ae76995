import type { ChainId, Reason } from '@hawser/wire'

/** A page's request to a wallet. */
export type Asked = { readonly method: string; readonly params?: unknown }
export type Answer = { readonly result: unknown } | { readonly error: Reason }

/** Lets anvil sign and send with its own account, and returns anvil's answer, including errors, unchanged. */
export async function askAnvil(url: string, asked: Asked): Promise<Answer> {
  if (asked.method === 'eth_sendTransaction') {
    // anvil also sends transactions that must fail. Wallets estimate first.
    const tried = await call(url, { ...asked, method: 'eth_estimateGas' })
    if ('error' in tried) return tried
  }
  return call(url, asked)
}

async function call(url: string, { method, params = [] }: Asked): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return response.json()
}

/** Returns the chain in the params of a request to switch or add: `0x7a69` as `eip155:31337`. */
export function chainIn(params: unknown): ChainId {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  const hex = typeof first === 'object' && first !== null ? Reflect.get(first, 'chainId') : undefined
  return `eip155:${Number(hex)}`
}
