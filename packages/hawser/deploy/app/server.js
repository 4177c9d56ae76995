import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createLink, openPostgresLinkStore } from '@hawser/link'
import { createNodeHandler } from '@hawser/link/node'

const { PUBLIC_URL, RELAY_URL, REGISTRY_URL, REGISTRY_KEY, HOST = '127.0.0.1', PORT = '3000' } = process.env
const secret = (name) => readFileSync(process.env[name], 'utf8').trim()

const database = new URL(process.env.DATABASE_URL)
database.password = secret('DATABASE_PASSWORD_FILE')
const store = await openPostgresLinkStore({ url: database.href })

// Replace with your app's session. Each visitor is a guest, known by a cookie.
const sessionOf = (cookie) => /(?:^|; )__Host-guest=([0-9a-f]{32})/.exec(cookie ?? '')?.[1]

const link = createLink({
  store,
  basePath: '/link',
  publicUrl: PUBLIC_URL,
  hashKey: Buffer.from(secret('HASH_KEY_FILE'), 'hex'),
  trustedProxies: Number(process.env.TRUSTED_PROXIES ?? 0),
  handoff: { pageUrl: `${PUBLIC_URL}/link/handoff` },
  hostUser: async (request) => {
    const id = sessionOf(request.headers.get('cookie'))
    return id && { id, sessionId: id, label: `guest ${id.slice(0, 6)}` }
  },
  onEvent: (event) => console.log(JSON.stringify(event)),
})
const answerLink = createNodeHandler(link)

const options = {
  relay: { url: RELAY_URL },
  registry: { url: REGISTRY_URL, key: REGISTRY_KEY },
  link: { url: '/link', handoff: true },
}
const modal = fileURLToPath(new URL('.', import.meta.resolve('@hawser/modal/hawser-modal.js')))
const files = {
  '/': ['text/html; charset=utf-8', readFileSync(`${import.meta.dirname}/index.html`)],
  '/page.js': ['text/javascript', readFileSync(`${import.meta.dirname}/page.js`)],
  '/hawser.json': ['application/json', JSON.stringify(options)],
  '/styles.css': ['text/css', readFileSync(`${modal}styles.css`)],
  '/hawser-modal.js': ['text/javascript', readFileSync(`${modal}hawser-modal.js`)],
  '/healthz': ['text/plain', 'ok'],
}
for (const name of readdirSync(`${modal}hawser-modal`))
  files[`/hawser-modal/${name}`] = ['text/javascript', readFileSync(`${modal}hawser-modal/${name}`)]
const cookieOptions = 'Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000'

const server = createServer((request, response) => {
  const path = (request.url ?? '/').split('?', 1)[0]
  if (path.startsWith('/link/')) return answerLink(request, response)
  const file = Object.hasOwn(files, path) ? files[path] : undefined
  if (file === undefined) return response.writeHead(404).end()
  const [type, body] = file
  response.setHeader('content-type', type)
  response.setHeader('x-content-type-options', 'nosniff')
  if (path === '/' && sessionOf(request.headers.cookie) === undefined)
    response.setHeader('set-cookie', `__Host-guest=${randomBytes(16).toString('hex')}; ${cookieOptions}`)
  response.end(body)
})
server.listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${server.address().port}`))

process.once('SIGTERM', () => {
  server.close(() => void store.stop())
  server.closeIdleConnections()
})
