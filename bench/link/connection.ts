import { once } from 'node:events'
import { connect } from 'node:net'

/** An answer, and the time when its last byte arrived. */
export type Answered = { readonly status: number; readonly body: string; readonly at: number }

/** A persistent connection for one request at a time. */
export type Connection = {
  /** Sends a request from `formatPost`. Rejects when the connection ends before the answer does. */
  ask(request: Buffer): Promise<Answered>
  end(): void
}

/** Opens a connection that is leaner than Node's own client, whose work per request would distort the server's figures. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  let waiting: { resolve(answered: Answered): void; reject(error: Error): void } | undefined
  socket.on('data', (chunk) => {
    const at = performance.now()
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = readAnswer(received)
    if (answer === undefined) return
    received = Buffer.alloc(0)
    const { resolve } = waiting ?? {}
    waiting = undefined
    resolve?.({ ...answer, at })
  })
  socket.on('error', () => undefined)
  socket.on('close', () => waiting?.reject(new Error('The server ended a connection.')))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    end: () => socket.destroy(),
  }
}

/** Parses an answer; returns undefined until it is complete. All servers here declare the length. */
function readAnswer(received: Buffer): { readonly status: number; readonly body: string } | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = received.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('An answer does not say how long it is.')
  const bodyFrom = end + 4
  if (received.length < bodyFrom + Number(length)) return undefined
  return { status: Number(head.slice(9, 12)), body: received.toString('utf8', bodyFrom, bodyFrom + Number(length)) }
}

/**
 * Formats a POST as a page sends it: in the session of a cookie, or as a handoff's phone, by its grant or by its body alone.
 */
export function formatPost(
  port: number,
  path: string,
  asked: { readonly cookie: string } | { readonly grant: string | undefined },
  body: object,
): Buffer {
  const json = JSON.stringify(body)
  const from =
    'cookie' in asked ? [`cookie: ${asked.cookie}`] : asked.grant ? [`authorization: Handoff ${asked.grant}`] : []
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    'connection: keep-alive',
    'origin: http://localhost:4400',
    'content-type: application/json',
    ...from,
    `content-length: ${Buffer.byteLength(json)}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${json}`)
}
