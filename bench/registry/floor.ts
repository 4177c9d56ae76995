import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

// The floor: Node's own HTTP server serves the same bytes from memory, and does nothing else. `node floor.js <bundle folder>`.
const [folder = ''] = process.argv.slice(2)
const pages = new Map(
  readdirSync(join(folder, 'v1/pages')).map((file) => [
    `/v1/pages/${file}`,
    readFileSync(join(folder, 'v1/pages', file)),
  ]),
)
const server = createServer((request, response) => {
  const body = pages.get(request.url ?? '')
  if (body === undefined) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
