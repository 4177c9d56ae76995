import { once } from 'node:events'
import { createServer as createPlainServer } from 'node:http'
import { connect, createServer } from 'node:http2'
import type { Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestHost, origin } from './createTestHost.conformance.ts'
import { createNodeHandler } from './nodeHandler.ts'

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

test('HTTP/2: requests are answered, and the handler does not reject', async () => {
  const { link } = await createTestHost()
  const handler = createNodeHandler(link)
  const ended: Promise<void>[] = []
  const server = createServer()
  server.on('request', (...given: Parameters<typeof handler>) => void ended.push(handler(...given)))
  const client = connect(`http://127.0.0.1:${await listen(server)}`)
  onTestFinished(() => client.destroy())
  const ask = async (headers: Record<string, string>, body?: object) => {
    const stream = client.request(headers)
    stream.end(body && JSON.stringify(body))
    const [answer] = await once(stream, 'response')
    let text = ''
    for await (const chunk of stream) text += chunk
    return [answer[':status'], JSON.parse(text)]
  }
  const headers = { origin, 'x-test-user': 'alice', 'content-type': 'application/json' }
  expect(await ask({ ':path': '/wallets', ...headers })).toEqual([200, { wallets: [] }])
  const sent = { ':path': '/challenges', ':method': 'POST', ...headers }
  expect(await ask(sent, { unlink: 'none' })).toMatchObject([404, { code: 'not_found' }])
  await Promise.all(ended)
})

test('a response that was answered meanwhile, or breaks, does not make the handler reject', async () => {
  const { link } = await createTestHost()
  const handler = createNodeHandler(link)
  const ended: Promise<void>[] = []
  const server = createPlainServer((request, response) => {
    if (request.url === '/timeout') response.writeHead(503).end('{}')
    else if (request.url === '/streamed') {
      response.writeHead(200).write('one ')
      ended.push(handler(request, response).then(() => void response.end('two')))
      return
    } else
      response.setHeader = () => {
        throw new Error('broken')
      }
    ended.push(handler(request, response))
  })
  const base = `http://127.0.0.1:${await listen(server)}`
  const answer = await fetch(`${base}/timeout`)
  expect([answer.status, await answer.text()]).toEqual([503, '{}'])
  expect(await (await fetch(`${base}/streamed`)).text()).toBe('one two')
  await expect(fetch(`${base}/broken`)).rejects.toThrow(TypeError)
  await Promise.all(ended)
})
