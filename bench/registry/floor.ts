import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

// The floor: Node's own HTTP server sends the same answers from memory, and does nothing else.
// `node floor.js <bundle folder> <headers as JSON>`: the headers that the service sends with one file. Those of the others are as
// long.
const [folder = '', headers = '{}'] = process.argv.slice(2)
const pages = new Map(
  readdirSync(join(folder, 'v1/pages')).map((file) => {
    const body = readFileSync(join(folder, 'v1/pages', file))
    return [`/v1/pages/${file}`, { body, headers: { ...JSON.parse(headers), 'Content-Length': String(body.length) } }]
  }),
)
const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  if (page === undefined) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, page.headers).end(page.body)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
