import { createServer, request as forward } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

// The hosts that Chromium contacts on its own, even on an empty page.
const browserOwn = new Set([
  'accounts.google.com:443',
  'update.googleapis.com',
  'update.googleapis.com:443',
  'clients2.google.com:443',
  'optimizationguide-pa.googleapis.com:443',
  'content-autofill.googleapis.com:443',
])

/** Starts a proxy on loopback that records every address that any part of a browser asks for. */
export async function startRecordingProxy() {
  const asked: string[] = []
  // Only requests to this machine pass.
  const isHere = (address: string) => /^(?:localhost|127\.0\.0\.1)$/.test(new URL(address).hostname)
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (!isHere(request.url ?? '')) return response.writeHead(403).end()
    const onward = forward(request.url ?? '', { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  server.on('connect', (request, socket, head) => {
    asked.push(`connect://${request.url}`)
    if (!isHere(`http://${request.url}`)) return socket.destroy()
    const { hostname, port } = new URL(`http://${request.url}`)
    const onward = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    hosts: () =>
      [...new Set(asked.map((address) => new URL(address).host))].filter((host) => !browserOwn.has(host)).sort(),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
