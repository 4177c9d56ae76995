import { readFileSync } from 'node:fs'
import { request as askFrom, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createNodeHandler } from '@hawser/link/node'
import { freePort } from '@hawser/test-kit/freePort'
import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import { startNginx } from '@hawser/test-kit/startNginx'
import { type HandoffStatus, parseHandoffStart } from '@hawser/wire'
import { describe, expect, onTestFinished, test } from 'vitest'
import { followHandoff } from '../../packages/core/src/handoff/followHandoff.ts'
import { root } from '../docs/titles.ts'
import { checkHandoff } from './handoffChecks.ts'
import { createSend } from './mountChecks.ts'
import { createMountedLink, origin } from './mountLink.ts'

const example = readFileSync(join(root, 'packages/link/deploy/nginx.conf'), 'utf8')

/** Starts the link API of a host app on a port of this machine. */
async function startHostApp(): Promise<string> {
  const link = await createMountedLink({ basePath: '/link', trustedProxies: 1 })
  return serveOnLoopback(createNodeHandler(link))
}

/** Starts nginx with the package's example, on plain HTTP. `changed` applies an operator's changes. */
async function startBehindNginx(hostApp: string, changed = (text: string) => text) {
  const port = await freePort()
  const readLog = await startNginx(
    changed(example)
      .replaceAll(/^\s*ssl_.*$/gm, '')
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replace('server 127.0.0.1:3000', `server ${new URL(hostApp).host}`),
  )
  return { base: `http://127.0.0.1:${port}/link`, log: () => readLog('hawser-link.access.log') }
}

/** Starts a proxy that forwards a response only once the response is complete. */
async function startWholeProxy(hostApp: string): Promise<string> {
  const pass = (near: IncomingMessage, out: ServerResponse) => {
    const { method, headers } = near
    const far = askFrom(hostApp + (near.url ?? '/'), { method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', () => out.destroy())
      answer.on('end', () => out.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts)))
    })
    far.on('error', () => out.destroy())
    out.on('close', () => far.destroy())
    near.pipe(far)
  }
  return `${await serveOnLoopback(pass)}/link`
}

/** Follows a handoff behind a proxy, as its screen and its phone. */
async function followThrough(base: string): Promise<void> {
  const send = createSend(base)
  const started = await send('/handoffs', { method: 'POST', body: {} })
  const { id, secret } = parseHandoffStart(JSON.parse(started.text))
  const stopped = new AbortController()
  onTestFinished(() => stopped.abort())
  const seen: HandoffStatus[] = []
  let heard: () => void = () => {}
  const asked: string[] = []
  const following = followHandoff({
    url: `${base}/handoffs/${id}`,
    signal: stopped.signal,
    // The page's timers, at twenty times their speed.
    setTimer(callback, delayMs) {
      const timer = setTimeout(callback, delayMs / 20)
      return () => clearTimeout(timer)
    },
    fetch(url, init) {
      const headers = new Headers(init?.headers)
      asked.push(headers.get('accept') === 'text/event-stream' ? 'events' : 'poll')
      headers.set('cookie', 'session=alice')
      headers.set('origin', origin)
      return fetch(url, { ...init, headers })
    },
    onStatus(status) {
      seen.push(status)
      heard()
    },
  })
  const next = () =>
    new Promise<void>((resolve) => {
      heard = resolve
    })
  if (seen.length === 0) await next()
  expect(seen).toMatchObject([{ state: 'waiting' }])
  const opened = next()
  const claimed = await send(`/handoff/${id}/claim`, { method: 'POST', body: { secret } })
  await opened
  expect(seen.at(-1)).toMatchObject({ state: 'opened' })
  const headers = { authorization: `Handoff ${JSON.parse(claimed.text).grant}` }
  await send(`/handoff/${id}/decline`, { method: 'POST', body: {}, headers })
  await following
  expect(seen.map(({ state }) => state)).toEqual(['waiting', 'opened', 'refused'])
  expect(asked[0]).toBe('events')
  expect(asked.slice(1).every((each) => each === 'poll')).toBe(true)
}

describe('a handoff behind a proxy', () => {
  test('nginx as in the example: events arrive as they are sent, and no query is logged', async () => {
    const { base, log } = await startBehindNginx(await startHostApp())
    await checkHandoff(base)
    await fetch(`${base}/handoff?h=${'a'.repeat(24)}.${'b'.repeat(43)}`)
    await expect.poll(log).toMatch(/GET \/link\/handoff 200 .*\n(.*\n)*.*GET \/link\/handoff 200/)
    expect(log()).not.toContain('bbbb')
    expect(log()).not.toContain('127.0.0.1')
  })

  test('nginx that holds events back: the screen polls', async () => {
    const hostApp = await startHostApp()
    const { base } = await startBehindNginx(hostApp, (text) =>
      text.replace('proxy_read_timeout', 'proxy_ignore_headers X-Accel-Buffering; proxy_read_timeout'),
    )
    await followThrough(base)
  })

  test('a proxy that passes on whole answers only: the screen polls', async () => {
    await followThrough(await startWholeProxy(await startHostApp()))
  })
})
