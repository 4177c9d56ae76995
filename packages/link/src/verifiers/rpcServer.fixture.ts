// Test support. The ending keeps it out of the build.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'

/** An endpoint's answers about a contract account, and about its chain. */
export type Said = {
  readonly agrees?: boolean
  /** The account's answer as hex if it does not agree; undefined if its call failed without data. */
  readonly returned?: string | undefined
  readonly wasDeployed?: boolean
  readonly wasCalled?: boolean
  readonly chain?: number
  readonly block?: number
  /** Age of the endpoint's newest block. */
  readonly ageMs?: number
}

/** The answers of an endpoint, or how it fails. */
export type Behaviour = Said | ((response: ServerResponse) => void)

export type RpcServer = {
  /** Sets the behavior of an endpoint from now on and returns its URL. The path contains a key. */
  endpoint(name: string, behaviour: Behaviour): string
  /** The requests in order: the endpoint's name and the body. */
  readonly asked: { readonly name: string; readonly body: unknown }[]
}

/** The secret that must not appear in any error or log. */
export const rpcKey = 'rpc-key-of-the-operator'

/** Starts a server on the loopback interface that acts as the RPC endpoints of a test. */
export async function startRpcServer(now: () => number): Promise<RpcServer> {
  const behaviours = new Map<string, Behaviour>()
  const asked: { name: string; body: unknown }[] = []
  const address = await serveOnLoopback(async (request, response) => {
    const name = request.url?.split('/')[1] ?? ''
    asked.push({ name, body: await readBody(request) })
    const behaviour = behaviours.get(name) ?? {}
    if (typeof behaviour === 'function') behaviour(response)
    else answer(response, { jsonrpc: '2.0', id: 1, result: formatWords(behaviour, now()) })
  })
  return {
    asked,
    endpoint(name, behaviour) {
      behaviours.set(name, behaviour)
      return `${address}/${name}/${rpcKey}`
    },
  }
}

/** Formats the result words of the program that asks (`contractProgram.ts`). */
export function formatWords(
  {
    agrees = true,
    wasDeployed = true,
    wasCalled = agrees && !wasDeployed,
    chain = 1,
    block = 100,
    ageMs = 12_000,
    ...more
  }: Said,
  now: number,
): string {
  const returned = 'returned' in more ? more.returned : `${agrees ? '1626ba7e' : 'ffffffff'}${'0'.repeat(56)}`
  const values = [
    agrees ? 1 : 0,
    wasDeployed ? 0 : 1,
    wasCalled ? 1 : 0,
    chain,
    block,
    Math.floor((now - ageMs) / 1000),
  ]
  values.push(returned === undefined ? 0 : 1, (returned ?? '').length / 2)
  const words = values.map((value) => value.toString(16).padStart(64, '0'))
  return `0x${words.join('')}${(returned ?? '').slice(0, 64).padEnd(64, '0')}`
}

export function answer(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}
