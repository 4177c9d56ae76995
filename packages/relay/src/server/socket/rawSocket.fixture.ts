import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** A frame's header, correct or not. Default: a complete masked frame in the shortest form. */
export type FrameForm = {
  readonly fin?: boolean
  /** Three reserved bits, 0 to 7. */
  readonly rsv?: number
  readonly mask?: readonly [number, number, number, number] | 'none'
  /** The number of bits in which the length is written. Default: the shortest form. */
  readonly lengthForm?: 7 | 16 | 64
  /** The claimed length, if it differs from the payload's. */
  readonly claimed?: number | bigint
}

/** One WebSocket frame (RFC 6455 §5.2), well formed or not. */
export function writeFrame(opcode: number, payload: Uint8Array | string = '', form: FrameForm = {}): Buffer {
  const body = Buffer.from(payload)
  const { fin = true, rsv = 0, mask = [0x37, 0xfa, 0x21, 0x3d], claimed = body.length } = form
  const lengthForm = form.lengthForm ?? (claimed < 126 ? 7 : claimed < 65_536 ? 16 : 64)
  const header = Buffer.alloc(lengthForm === 7 ? 2 : lengthForm === 16 ? 4 : 10)
  header[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode
  header[1] = (mask === 'none' ? 0 : 0x80) | (lengthForm === 7 ? Number(claimed) : lengthForm === 16 ? 126 : 127)
  if (lengthForm === 16) header.writeUInt16BE(Number(claimed), 2)
  if (lengthForm === 64) header.writeBigUInt64BE(BigInt(claimed), 2)
  if (mask === 'none') return Buffer.concat([header, body])
  const masked = Buffer.alloc(4 + body.length)
  for (let index = 0; index < 4; index += 1) masked[index] = mask[index] ?? 0
  for (let index = 0; index < body.length; index += 1) masked[index + 4] = (body[index] ?? 0) ^ (mask[index & 3] ?? 0)
  return Buffer.concat([header, masked])
}

/** The payload of a close frame. */
export function closePayload(code: number, reason: Uint8Array | string = ''): Buffer {
  const head = Buffer.alloc(2)
  head.writeUInt16BE(code)
  return Buffer.concat([head, Buffer.from(reason)])
}

/** A frame received from the relay. */
export type ReceivedFrame = { readonly opcode: number; readonly payload: Buffer }

/** The text of an upgrade request, as `ws` writes it, with additional lines. */
export function upgradeRequest(query: string, lines: readonly string[] = []): string {
  return [
    `GET /${query} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...lines,
    '\r\n',
  ].join('\r\n')
}

/** A client that writes arbitrary bytes on a socket that may have been upgraded. */
export type RawSocket = {
  readonly socket: Socket
  /** Status line and headers of the answer to the upgrade. */
  readonly head: string
  write(bytes: Uint8Array): void
  /** The next frame, or undefined if the relay has ended the connection. */
  next(): Promise<ReceivedFrame | undefined>
  /** All frames not yet taken, until the end of the connection. */
  rest(): Promise<readonly ReceivedFrame[]>
  destroy(): void
}

/**
 * Connects and sends an upgrade request. Resolves when the head of the answer has arrived, or the connection is gone. The
 * client answers a close frame by ending the connection, and answers nothing else.
 */
export async function openRawSocket(
  port: number,
  request: string | Uint8Array,
  options: { readonly afterRequest?: Uint8Array } = {},
): Promise<RawSocket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  const frames: ReceivedFrame[] = []
  const takers: ((frame: ReceivedFrame | undefined) => void)[] = []
  let head: string | undefined
  let isOver = false
  let unread: Buffer = Buffer.alloc(0)

  const headCame = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
      if (head === undefined) {
        const end = unread.indexOf('\r\n\r\n')
        if (end === -1) return
        head = unread.toString('latin1', 0, end)
        unread = unread.subarray(end + 4)
        resolve()
      }
      while (readOne());
    }
    socket.on('data', take)
    socket.once('close', () => {
      isOver = true
      resolve()
      for (const taker of takers.splice(0)) taker(undefined)
    })
  })
  const readOne = (): boolean => {
    const frame = readFrame(unread)
    if (frame === undefined) return false
    unread = unread.subarray(frame.length)
    const taker = takers.shift()
    if (taker === undefined) frames.push(frame)
    else taker(frame)
    if (frame.opcode === opcodes.close) socket.end()
    return true
  }
  socket.write(request)
  if (options.afterRequest !== undefined) socket.write(options.afterRequest)
  await headCame

  const next = () =>
    new Promise<ReceivedFrame | undefined>((resolve) => {
      const frame = frames.shift()
      if (frame !== undefined || isOver) resolve(frame)
      else takers.push(resolve)
    })
  return {
    socket,
    head: head ?? '',
    write: (bytes) => void socket.write(bytes),
    next,
    async rest() {
      const all: ReceivedFrame[] = []
      for (let frame = await next(); frame !== undefined; frame = await next()) all.push(frame)
      return all
    },
    destroy: () => socket.destroy(),
  }
}

/** Writes in pieces that leave the machine one by one, as far as TCP allows control over that. */
export async function writeChopped(socket: Socket, bytes: Uint8Array, pieceLength: number): Promise<void> {
  for (let at = 0; at < bytes.length && socket.writable; at += pieceLength) {
    if (!socket.write(bytes.subarray(at, at + pieceLength)))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function readFrame(bytes: Buffer): (ReceivedFrame & { readonly length: number }) | undefined {
  const [first = 0, second = 0] = bytes
  const headLength = second < 126 ? 2 : second === 126 ? 4 : 10
  if (bytes.length < headLength) return undefined
  const claimed = second < 126 ? second : second === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const length = headLength + claimed
  if (bytes.length < length) return undefined
  return { opcode: first & 0x0f, payload: Buffer.from(bytes.subarray(headLength, length)), length }
}
