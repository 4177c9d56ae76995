import { parseHandoffGrant, parseHandoffStart, parseHandoffStatus } from '@hawser/wire'
import { expect } from 'vitest'
import { createSend } from './mountChecks.ts'
import { origin } from './mountLink.ts'

type Ask = (request: Request) => Promise<Response>

/** More screens than can follow one handoff at once, so that a slot that stays taken is noticed. */
const screens = 6

/**
 * Checks a handoff through a mount: its page, its events as they arrive, its long poll, and slots that are free once no client
 * reads.
 */
export async function checkHandoff(base: string, ask: Ask = fetch): Promise<void> {
  const send = createSend(base, ask)
  const phone = createSend(base, (request) => {
    request.headers.delete('cookie')
    return ask(request)
  })

  const page = await phone('/handoff')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('cache-control')).toBe('no-store')

  const started = await send('/handoffs', { method: 'POST', body: {} })
  expect(started.status, started.text).toBe(201)
  const { id, secret } = parseHandoffStart(JSON.parse(started.text))
  const stream = await follow(ask, `${base}/handoffs/${id}`)
  // The event arrives before anything has happened that would end the response.
  expect(await stream.next()).toMatchObject({ state: 'waiting', version: 1 })
  const polled = send(`/handoffs/${id}?after=1`)
  const claimed = await phone(`/handoff/${id}/claim`, { method: 'POST', body: { secret } })
  expect(claimed.status, claimed.text).toBe(200)
  expect(await stream.next()).toMatchObject({ state: 'opened', version: 2 })
  expect(parseHandoffStatus(JSON.parse((await polled).text))).toMatchObject({ state: 'opened', version: 2 })
  await stream.leave()
  for (let screen = 0; screen < screens; screen += 1) {
    const again = await follow(ask, `${base}/handoffs/${id}`)
    expect(await again.next()).toMatchObject({ state: 'opened' })
    await again.leave()
  }

  const last = await follow(ask, `${base}/handoffs/${id}`)
  expect(await last.next()).toMatchObject({ state: 'opened' })
  const { grant } = parseHandoffGrant(JSON.parse(claimed.text))
  const headers = { authorization: `Handoff ${grant}` }
  expect((await phone(`/handoff/${id}/decline`, { method: 'POST', body: {}, headers })).status).toBe(204)
  expect(await last.next()).toMatchObject({ state: 'refused', reason: 'declined' })
  // The response ends with the handoff.
  expect(await last.next()).toBeUndefined()
}

/** Reads the events of a handoff one by one; undefined at their end. A slot is free shortly after its connection closes. */
async function follow(ask: Ask, url: string) {
  const connection = new AbortController()
  const headers = { origin, cookie: 'session=alice', accept: 'text/event-stream' }
  const open = () => ask(new Request(url, { headers, signal: connection.signal }))
  let answer = await open()
  const refused = async () => {
    if (answer.status !== 200) answer = await open()
    return answer.status
  }
  await expect.poll(refused, { timeout: 20_000, interval: 200 }).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const reader = answer.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  return {
    async next(): Promise<unknown> {
      for (;;) {
        const [, data, rest] = /^[\s\S]*?data: (.*)\n\n([\s\S]*)$/.exec(text) ?? []
        if (data !== undefined) {
          text = rest ?? ''
          return JSON.parse(data)
        }
        const part = await reader?.read()
        if (part?.value === undefined) return undefined
        text += decoder.decode(part.value, { stream: true })
      }
    },
    async leave() {
      await reader?.cancel()
      connection.abort()
    },
  }
}
