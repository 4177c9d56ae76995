import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import { expect, test } from 'vitest'
import { judge } from '../diagnose.ts'
import type { Answered } from './evidence.ts'
import { gather } from './gather.ts'
import { createSendRequest } from './sendRequest.ts'

const pageUrl = 'https://app.example/'
const html = '<link rel="hawser-options" href="/hawser.json">'

/** Gathers the evidence of a public page that names these options. */
async function gatherNaming(options: object, given = {}) {
  const ask = createSendRequest({ timeoutMs: 60_000, now: Date.now })
  const answered = (url: string, text: string, type: string): Answered => ({
    ...{ status: 'answered', url, httpStatus: 200, headers: { 'content-type': type }, isWhole: true, redirects: [] },
    ...{ body: new TextEncoder().encode(text), receivedAt: Date.now(), peer: '203.0.113.7' },
  })
  return gather({
    ask: async (question) => {
      if (question.url === pageUrl) return answered(pageUrl, html, 'text/html')
      if (question.url === `${pageUrl}hawser.json`)
        return answered(question.url, JSON.stringify(options), 'application/json')
      return ask(question)
    },
    ...{ pageUrl, given, cookie: undefined, timeoutMs: 60_000, now: Date.now },
  })
}

test('gather: does not query this machine for a page of the internet', async () => {
  const asked: (string | undefined)[] = []
  const url = await serveOnLoopback((request, response) => {
    asked.push(request.url)
    response.end()
  })
  const { port } = new URL(url)
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0']) {
    const address = `http://${host}:${port}/`
    const evidence = await gatherNaming({
      relay: { url: address.replace('http', 'ws') },
      registry: { url: address },
      link: { url: address },
    })
    const codes = judge(evidence, Date.now()).findings.map((finding) => 'code' in finding && finding.code)
    expect(codes.filter((code) => code === 'address_internal')).toHaveLength(3)
  }
  expect(asked).toEqual([])
})

test('gather: follows no redirect to this machine, also from a typed address', async () => {
  const asked: (string | undefined)[] = []
  const url = await serveOnLoopback((request, response) => {
    asked.push(request.url)
    response.end()
  })
  const ask = createSendRequest({ timeoutMs: 60_000, now: Date.now })
  const answer = await ask({ url, allowsInternal: false })
  expect(answer).toMatchObject({ status: 'failed', failure: 'internal' })
  expect(asked).toEqual([])
  // A typed address gets its request, even on this machine.
  expect(await ask({ url, allowsInternal: false, isTyped: true })).toMatchObject({
    status: 'answered',
    httpStatus: 200,
  })
})

test('gather: an address in the command goes first, and may be internal', async () => {
  const url = await serveOnLoopback((_, response) => response.writeHead(404).end())
  const evidence = await gatherNaming(
    { link: { url: 'https://link.invalid/' }, relay: { url: 'ws://127.0.0.1:9' } },
    { linkUrl: `${url}/link`, relayUrls: [] },
  )
  expect(evidence.link?.wallets).toMatchObject({ status: 'answered', httpStatus: 404, url: `${url}/link/wallets` })
  expect(evidence.relays).toEqual([])
})
