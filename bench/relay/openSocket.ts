import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { Dialect } from './dialects.ts'
import { createFrameReader, formatFrame, opcodes } from './frames.ts'

/** One client of the load. */
export type LoadSocket = {
  send(frame: Buffer): void
  close(): void
}

/** Opens a client on a bare TCP socket. Resolves once the client is connected, admitted and, with a topic, subscribed. */
export async function openSocket(options: {
  readonly port: number
  readonly dialect: Dialect
  readonly topic?: string
  readonly onAnswer: () => void
  readonly onDelivery: (number: number) => void
  readonly onFailure: (error: Error) => void
}): Promise<LoadSocket> {
  const { dialect, onFailure } = options
  const { path, headers, frames, readyCount } = dialect.greet(options.topic)
  const socket = connect(options.port, '127.0.0.1')
  socket.setNoDelay()
  let isClosed = false
  let readyLeft = readyCount
  let acks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      reject(error)
      if (!isClosed) onFailure(error)
    }
    const readFrame = (opcode: number, payload: Buffer) => {
      if (opcode === opcodes.ping) return void acks.push(formatFrame(opcodes.pong, payload))
      if (opcode === opcodes.close) return fail(new Error(`A client was closed: ${payload.subarray(2).toString()}`))
      const meaning = dialect.read(payload)
      if (meaning.kind === 'answer') return options.onAnswer()
      if (meaning.kind === 'delivery') {
        if (meaning.ack !== undefined) acks.push(meaning.ack)
        return options.onDelivery(meaning.number)
      }
      readyLeft -= 1
      if (readyLeft === 0) resolve()
    }
    const readFrames = createFrameReader(readFrame)
    // One write acks all frames that arrive together, as a busy client would.
    const readChunk = (chunk: Buffer) => {
      try {
        readFrames(chunk)
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)))
      }
      if (acks.length === 0) return
      socket.write(acks.length === 1 && acks[0] !== undefined ? acks[0] : Buffer.concat(acks))
      acks = []
    }
    let head = ''
    const readHead = (chunk: Buffer) => {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      socket.off('data', readHead)
      if (!head.startsWith('HTTP/1.1 101')) return fail(new Error(`The upgrade was answered ${head.slice(0, 60)}`))
      socket.on('data', readChunk)
      for (const frame of frames) socket.write(frame)
      if (readyCount === 0) resolve()
      if (head.length > end + 4) readChunk(Buffer.from(head.slice(end + 4), 'latin1'))
    }
    socket.on('data', readHead)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The server closed a socket.')))
    const key = randomBytes(16).toString('base64')
    socket.write(
      [
        `GET ${path} HTTP/1.1`,
        `Host: 127.0.0.1:${options.port}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Key: ${key}`,
        'Sec-WebSocket-Version: 13',
        ...headers,
        '\r\n',
      ].join('\r\n'),
    )
  })
  return {
    send: (frame) => void socket.write(frame),
    close() {
      isClosed = true
      socket.destroy()
    },
  }
}
