import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createLink, openSqliteLinkStore } from '@hawser/link'
import { createNodeHandler } from '@hawser/link/node'

const link = createLink({
  basePath: '/link',
  store: await openSqliteLinkStore({ file: 'links.sqlite' }),
  publicUrl: 'http://localhost:3000',
  // Replace with your app's session.
  hostUser: async () => ({ id: 'alice', label: 'alice@app.example' }),
})

// The modal's files and their digests: a browser refuses a changed file.
const modal = fileURLToPath(new URL('.', import.meta.resolve('@hawser/modal/hawser-modal.js')))
const fileOf = (name) => readFileSync(modal + name)
const digests = JSON.parse(fileOf('integrity.json'))
const page = readFileSync('index.html', 'utf8').replace(/\{\{(.+?)\}\}/g, (_, name) => digests[name])
const files = {
  '/': ['text/html', page],
  '/styles.css': ['text/css', fileOf('styles.css')],
  '/hawser-modal.js': ['text/javascript', fileOf('hawser-modal.js')],
}
for (const name of readdirSync(`${modal}hawser-modal`))
  files[`/hawser-modal/${name}`] = ['text/javascript', fileOf(`hawser-modal/${name}`)]

const answerLink = createNodeHandler(link)
createServer((request, response) => {
  if (request.url?.startsWith('/link/')) return answerLink(request, response)
  const [type, body] = files[request.url] ?? []
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': `${type ?? 'text/plain'}; charset=utf-8` })
  response.end(body)
}).listen(3000, 'localhost', () => console.log('http://localhost:3000'))
