import { crc32, deflateSync } from 'node:zlib'
import type { Registry } from '@hawser/registry'

const side = 120

const headers = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=86400',
  'access-control-allow-origin': '*',
}

/** Serves the same registry with a different picture for every wallet, like real artwork. */
export function servePictures(registry: Registry): Pick<Registry, 'respond' | 'fetch'> {
  const pictureAt = (target: string) => {
    const id = /\/getWalletImage\/([^/?]+)(?:\?|$)/.exec(target)?.[1]
    return id === undefined ? undefined : formatPicture(crc32(id))
  }
  return {
    respond(request) {
      const body = pictureAt(request.target)
      return body === undefined ? registry.respond(request) : { status: 200, headers, body, route: 'picture' }
    },
    async fetch(request) {
      const body = pictureAt(new URL(request.url).pathname)
      return body === undefined ? registry.fetch(request) : new Response(body, { headers })
    },
  }
}

/** Formats a disc on a colour gradient as a PNG of some kilobytes. */
function formatPicture(seed: number): Uint8Array<ArrayBuffer> {
  const radius = 20 + (seed % 30)
  const rows = Buffer.alloc(side * (1 + side * 3))
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const ground = Math.hypot(x - side / 2, y - side / 2) < radius ? seed : seed >>> 8
      const place = y * (1 + side * 3) + 1 + x * 3
      rows[place] = (ground + x) & 255
      rows[place + 1] = ((ground >>> 4) + y) & 255
      rows[place + 2] = ((ground >>> 8) + ((x * y) >> 6)) & 255
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Eight bits each for red, green and blue.
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [
    signature,
    formatChunk('IHDR', header),
    formatChunk('IDAT', deflateSync(rows)),
    formatChunk('IEND', Buffer.alloc(0)),
  ]
  return new Uint8Array(Buffer.concat(parts))
}

function formatChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
