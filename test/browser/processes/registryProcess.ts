import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { crc32, deflateSync } from 'node:zlib'
import { type Bundle, createBundle, createRegistry, type WalletImage } from '@hawser/registry'
import { type Listing, parseListing, parseSignedManifest, registryPaths } from '@hawser/wire'
import { sha256Hex } from '../../../packages/registry/src/bundle/sha256.ts'

/**
 * A registry that behaves as a line on standard input says. It serves its signed bundle, as a service or as plain files, or
 * fails in one of the ways a registry can. Prints its key.
 */
const [port = ''] = process.argv.slice(2)
const day = 24 * 60 * 60 * 1000
const signingKey = randomBytes(32)
// A red dot, the smallest image possible.
const webp = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64')
const image: WalletImage = {
  'sm.webp': webp,
  'md.webp': webp,
  'lg.webp': webp,
  'sm.png': webp,
  'md.png': webp,
  'lg.png': webp,
}
const imageId = sha256Hex(webp)
const listings = Array.from({ length: 250 }, (_, index) => wharf(`Wharf ${index}`))

function wharf(name: string, native = `${name.toLowerCase().replace(' ', '')}://`): Listing {
  const id = name.toLowerCase().replace(' ', '-')
  return parseListing({ id, name, image_id: imageId, chains: ['eip155'], mobile: { native }, desktop: { native } })
}

function bundleOf(version: number, more: Partial<Parameters<typeof createBundle>[0]> = {}): Bundle {
  const now = Date.now()
  const times = { createdAt: now - 2 * day, expiresAt: now + day }
  return createBundle({ listings, images: new Map([[imageId, image]]), version, ...times, signingKey, ...more })
}

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** Serves a bundle as the registry's service does, with some of its files replaced or missing. */
function service(bundle: Bundle, files: ReadonlyMap<string, Uint8Array | undefined> = new Map()): Behaviour {
  const registry = createRegistry({ bundle })
  return async (request, response) => {
    const path = (request.url ?? '/').slice(1)
    const bytes = files.get(path)
    if (bytes !== undefined) return void response.writeHead(200, json).end(bytes)
    const answer = files.has(path)
      ? new Response(null, { status: 404 })
      : await registry.fetch(new Request(new URL(request.url ?? '/', `http://localhost:${port}`)))
    response.writeHead(answer.status, { ...anyOrigin, ...Object.fromEntries(answer.headers) })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }
}

/** Serves the files of a bundle as a host of static files does. `spoilt` selects the files to damage. */
function hostOfFiles(bundle: Bundle, spoilt = /^$/): Behaviour {
  return (request, response) => {
    const path = (request.url ?? '/').slice(1)
    const file = bundle.files.get(path)
    const bytes = path === registryPaths.manifest ? Buffer.from(bundle.manifestJson) : file?.bytes
    if (bytes === undefined)
      return void response.writeHead(404, { ...anyOrigin, 'content-type': 'text/html' }).end('<h1>404</h1>')
    const type = file?.type ?? 'application/json'
    response.writeHead(200, { ...anyOrigin, 'content-type': type }).end(spoilt.test(path) ? spoil(bytes) : bytes)
  }
}

/** A registry of `count` wallets whose images are answered in another way. */
function images(answer: Behaviour, count = 12): Behaviour {
  const few = Array.from({ length: count }, (_, index) => ({ ...wharf(`Wharf ${index}`), imageId: `image-${index}` }))
  const all = service(bundleOf(1, { listings: few }))
  return (request, response) => (/getWalletImage/.test(request.url ?? '') ? answer : all)(request, response)
}

/** Sends a body that begins as a picture and goes on for 50 MB. */
async function send50Megabytes(response: ServerResponse): Promise<void> {
  response.writeHead(200, { ...anyOrigin, 'content-type': 'image/png' })
  response.write(
    Buffer.from('89504e470d0a1a0a0000000d494844520000100000001000080200000099f37cd302faf0804944415478da', 'hex'),
  )
  const part = randomBytes(65_536)
  for (let sent = 0; sent < 50 * 1024 * 1024 && !response.destroyed; sent += part.length) {
    if (!response.write(part)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end()
}

/** A PNG of 16,000 × 16,000 white pixels in 32 kB, which takes a gigabyte when drawn. */
function formatPixels(): Buffer {
  const side = 16_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit per pixel, grey.
  header.writeUInt8(1, 8)
  const rows = Buffer.alloc(side * (1 + side / 8), 0xff)
  for (let row = 0; row < side; row += 1) rows[row * (1 + side / 8)] = 0
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function sendPixels(_: IncomingMessage, response: ServerResponse): void {
  pixels ??= formatPixels()
  response.writeHead(200, { ...anyOrigin, 'content-type': 'image/png' }).end(pixels)
}

/** A picture of 2^25 circles in a few hundred bytes, which takes a browser minutes to draw. */
function formatBomb(): string {
  const doublings = Array.from({ length: 25 }, (_, index) => {
    const half = `<use href="#d${index}"/>`
    return `<g id="d${index + 1}">${half}${half}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><circle id="d0" r="9"/>${doublings.join('')}</svg>`
}

function spoil(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const at = copy.length >> 1
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const anyOrigin = { 'access-control-allow-origin': '*' }
const json = { ...anyOrigin, 'content-type': 'application/json' }
const current = bundleOf(2)
const [manifestPath, digestsPath] = [registryPaths.manifest, registryPaths.digests(current.manifest.digests)]
const digests = current.files.get(digestsPath)?.bytes ?? new Uint8Array()
const spoiltSignature = current.manifestJson.replace(
  /"signature":"(.)/,
  (_, first) => `"signature":"${first === 'A' ? 'B' : 'A'}`,
)
const forged = bundleOf(2, { listings: listings.map(({ name }) => wharf(name, 'evil://')) })

const behaviours: Readonly<Record<string, Behaviour>> = {
  signed: service(current),
  files: hostOfFiles(current),
  // The behaviours of an attacker who has the registry's address, but not its key.
  spoiltManifest: service(current, new Map([[manifestPath, spoil(Buffer.from(current.manifestJson))]])),
  spoiltSignature: service(current, new Map([[manifestPath, Buffer.from(spoiltSignature)]])),
  spoiltDigests: service(current, new Map([[digestsPath, spoil(digests)]])),
  withoutDigests: service(current, new Map([[digestsPath, undefined]])),
  otherKey: service(bundleOf(3, { signingKey: randomBytes(32) })),
  forged: service(
    forged,
    new Map([
      [manifestPath, Buffer.from(current.manifestJson)],
      [digestsPath, digests],
    ]),
  ),
  older: service(bundleOf(1)),
  expired: service(bundleOf(4, { expiresAt: Date.now() - day })),
  spoiltPages: hostOfFiles(current, /^v1\/pages\//),
  expiredFiles: hostOfFiles(bundleOf(4, { expiresAt: Date.now() - day })),
  // Only the images misbehave; each wallet has an image of its own.
  imagesDown: images((request) => void request.socket.destroy()),
  imagesMissing: images((_, response) => void response.writeHead(404, anyOrigin).end()),
  imagesHang: images(() => {}),
  imagesHuge: images((_, response) => send50Megabytes(response)),
  imagesPixels: images(sendPixels),
  pageMissing: images((_, response) => void response.writeHead(404, anyOrigin).end(), 40),
  pageHuge: images((_, response) => send50Megabytes(response), 40),
  pagePixels: images(sendPixels, 40),
  imagesBomb: images((_, response) => {
    response.writeHead(200, { ...anyOrigin, 'content-type': 'image/svg+xml' }).end(formatBomb())
  }),
  imagesBombAsPng: images((_, response) => {
    response.writeHead(200, { ...anyOrigin, 'content-type': 'image/png' }).end(formatBomb())
  }),
  // The behaviours of a machine that fails.
  down: (request) => void request.socket.destroy(),
  error: (_, response) => void response.writeHead(500, json).end('{"code":"internal_error","message":"x"}'),
  hang: () => {},
  malformed: (_, response) => void response.writeHead(200, json).end('{"listings":[{"id":"evil"'),
  wrongType: (_, response) => void response.writeHead(200, { ...anyOrigin, 'content-type': 'text/html' }).end('<html>'),
  huge: async (_, response) => {
    response.writeHead(200, json)
    response.write('{"listings":[')
    const part = ' '.repeat(65_536)
    let sent = 0
    while (sent < 100 * 1024 * 1024 && !response.destroyed) {
      sent += part.length
      if (!response.write(part)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
    console.log(`sent: ${sent}`)
    response.end()
  },
  slow: (_, response) => {
    response.writeHead(200, json)
    const timer = setInterval(() => response.write(' '), 1000)
    response.on('close', () => clearInterval(timer))
  },
  redirects: (request, response) => void response.writeHead(302, { ...anyOrigin, location: request.url ?? '/' }).end(),
}

let pixels: Buffer | undefined
let behave: Behaviour = behaviours.down ?? (() => {})
const server = createServer((request, response) => {
  if (request.method === 'OPTIONS') response.writeHead(204, anyOrigin).end()
  else void behave(request, response)
})
server.listen(Number(port), '127.0.0.1')
await once(server, 'listening')
process.on('SIGINT', () => process.exit(0))
// Printed as two words, because a longer one looks like a secret in a log (T-60).
const { publicKey = '' } = parseSignedManifest(JSON.parse(current.manifestJson))
console.log(`key: ${publicKey.slice(0, 32)} ${publicKey.slice(32)}`)
for await (const line of createInterface({ input: process.stdin })) {
  const next = behaviours[line]
  if (next === undefined) throw new Error(`There is no behaviour ${line}.`)
  behave = next
  server.closeAllConnections()
  console.log(`done: ${line}`)
}
