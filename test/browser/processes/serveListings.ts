import { once } from 'node:events'
import { createServer } from 'node:http'

// 60 × 60 pixels.
const blueSquare = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAA8CAIAAAC1nk4lAAAASUlEQVR42u3OAQkAAAgDsMcxk4mNZQtBGCzAUj3vRFpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlr6wgLqbyGvH2JSDAAAAABJRU5ErkJggg==',
  'base64',
)

/** Serves a registry of `count` wallets, which share forty images. */
export async function serveListings(port: number, count: number): Promise<{ stop(): Promise<void> }> {
  const listings = Array.from({ length: count }, (_, index) => ({
    id: `wallet-${index}`,
    name: `Wallet ${index}`,
    image_id: `image-${index % 40}`,
    mobile: { native: `wallet${index}://` },
  }))
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (url.pathname.startsWith('/w3m/v1/getWalletImage/')) {
      response.setHeader('Content-Type', 'image/png')
      response.setHeader('Cache-Control', 'max-age=3600')
      response.end(blueSquare)
      return
    }
    const number = (name: string) => Number(url.searchParams.get(name))
    const excluded = new Set((url.searchParams.get('excludedIds') ?? '').split(','))
    const search = (url.searchParams.get('search') ?? '').toLowerCase()
    const found = listings.filter(({ id, name }) => !excluded.has(id) && name.toLowerCase().includes(search))
    const start = (number('page') - 1) * number('entries')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ listings: found.slice(start, start + number('entries')), total: found.length }))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
