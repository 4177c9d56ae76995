import type { HandoffStatus, LinkedWallet } from '@hawser/wire'

// Test support. The `.fixture.ts` ending keeps this file out of the build.

export const linkedByPhone = {
  id: 'wallet-1',
  accountId: 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  walletName: 'Phone Wallet',
  linkedAt: 1_700_000_000_000,
} as const satisfies Partial<LinkedWallet>

type Answer = (signal: AbortSignal | null | undefined) => Response | Promise<Response>
type Sent = { readonly method: string; readonly path: string; readonly body: unknown }

/** The handoffs of a link API as a screen sees them. `isBuffered`: a proxy holds back server-sent events. */
export function createHandoffApi({ now, isBuffered = false }: { now: () => number; isBuffered?: boolean }) {
  const sent: Sent[] = []
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const polls = new Set<() => void>()
  const answers = new Map<string, Answer>()
  let count = 0
  let renewals = 0
  let status: HandoffStatus | undefined

  function push(controller: ReadableStreamDefaultController<Uint8Array>): void {
    controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(status)}\n\n`))
  }

  const addressOf = (id: string, secret: string) => `https://app.example/link/handoff#h=${id}.${secret}`

  function renew(id: string): Response {
    renewals += 1
    const expiresAt = now() + 300_000
    const secret = `${renewals}`.padStart(43, 'R')
    change({ expiresAt })
    return Response.json({ id, secret, address: addressOf(id, secret), expiresAt }, { status: 201 })
  }

  function start(): Response {
    count += 1
    const expiresAt = now() + 300_000
    const id = `${count}`.padStart(22, 'A')
    const secret = `${count}`.padStart(43, 'S')
    status = {
      state: 'waiting',
      version: 1,
      expiresAt,
      isOpenedOnPhone: false,
      isWithoutWallet: false,
      accountId: undefined,
      walletName: undefined,
      attemptsLeft: undefined,
      reason: undefined,
      wallet: undefined,
    }
    return Response.json({ id, secret, address: addressOf(id, secret), expiresAt }, { status: 201 })
  }

  function follow(accept: string | null, signal: AbortSignal | null | undefined): Response | Promise<Response> {
    if (accept === 'text/event-stream') {
      if (isBuffered) return new Promise(() => {})
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          streams.add(controller)
          controller.enqueue(new TextEncoder().encode('retry: 2000\n\n'))
          push(controller)
          signal?.addEventListener('abort', () => streams.delete(controller))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    return new Promise((resolve) => polls.add(() => resolve(Response.json(status))))
  }

  /** Changes the handoff, and notifies its followers. */
  function change(part: Partial<HandoffStatus>): void {
    if (status === undefined) return
    status = { ...status, ...part, version: status.version + 1 }
    for (const controller of streams) push(controller)
    for (const answer of polls) answer()
    polls.clear()
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input))
    const method = init?.method ?? 'GET'
    const path = pathname.replace('/link', '')
    if (!path.startsWith('/handoffs')) return Response.json({ wallets: [] })
    sent.push({ method, path, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) })
    const given = answers.get(`${method} ${path.split('/').at(-1)}`)
    if (given !== undefined) return given(init?.signal)
    if (method === 'POST' && path === '/handoffs') return start()
    const [, renewed] = /^\/handoffs\/(\w+)\/renew$/.exec(path) ?? []
    if (renewed !== undefined) return renew(renewed)
    if (method === 'GET') return follow(new Headers(init?.headers).get('accept'), init?.signal)
    return new Response(undefined, { status: 204 })
  }

  return {
    fetch,
    sent,
    /** Sets the answer to a request, by its method and the end of its path. */
    answer: (request: string, response: Answer) => void answers.set(request, response),
    started: () => count,
    renewed: () => renewals,
    change,
  }
}
