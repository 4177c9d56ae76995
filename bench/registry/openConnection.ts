import { once } from 'node:events'
import { connect } from 'node:net'

export type HttpAnswer = { readonly status: number; readonly body: Buffer }
export type HttpConnection = {
  /** Requests a path; one request at a time. The body is returned on request, otherwise only counted. */
  get(path: string, wantsBody: boolean): Promise<HttpAnswer>
}

const headEnd = '\r\n\r\n'
const noBody: Buffer = Buffer.alloc(0)

/**
 * Opens a persistent connection on a bare Node socket, with one buffer for all input and no header objects. An HTTP client
 * would cost more than the servers it measures. Answers must declare their length.
 */
export async function openConnection(port: number, headers: string): Promise<HttpConnection> {
  let answer: { status: number; left: number; parts: Buffer[] | undefined } | undefined
  let head: Buffer = noBody
  let wantsBody = false
  let settle: { resolve(answer: HttpAnswer): void; reject(error: Error): void } | undefined

  const take = (chunk: Buffer) => {
    let rest: Buffer = chunk
    if (answer === undefined) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(headEnd)
      if (end === -1) {
        // The socket reuses its buffer for the next bytes.
        head = Buffer.from(head)
        return
      }
      const text = head.toString('latin1', 0, end)
      rest = head.subarray(end + headEnd.length)
      head = noBody
      answer = { status: Number(text.slice(9, 12)), left: lengthOf(text), parts: wantsBody ? [] : undefined }
    }
    answer.left -= rest.length
    answer.parts?.push(Buffer.from(rest))
    if (answer.left > 0) return
    const { status, parts } = answer
    answer = undefined
    settle?.resolve({ status, body: parts === undefined ? noBody : Buffer.concat(parts) })
  }
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(256 * 1024),
      callback(length, buffer) {
        take(Buffer.from(buffer.buffer, buffer.byteOffset, length))
        return true
      },
    },
  })
  socket.on('close', () => settle?.reject(new Error('The server closed a connection.')))
  await once(socket, 'connect')
  return {
    get(path, wanted) {
      wantsBody = wanted
      return new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The server closed a connection.'))
        settle = { resolve, reject }
        socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`)
      })
    },
  }
}

function lengthOf(head: string): number {
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (length === undefined) throw new Error('An answer does not say its length.')
  return Number(length)
}
