/** WebSocket frames (RFC 6455 §5), reduced to the needs of a load generator, which must cost less than its servers. */

export const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

// Any mask but zero works: servers skip unmasking for zeros, which no real client sends.
const mask = [0x37, 0xfa, 0x21, 0x3d] as const

/** Formats a whole, masked client frame. The given payload is not modified. */
export function formatFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const offset = length < 126 ? 6 : 8
  if (length > 0xffff) throw new Error('A frame of the load holds at most 65,535 bytes.')
  const frame = Buffer.allocUnsafe(offset + length)
  frame[0] = 0x80 | opcode
  frame[1] = 0x80 | (length < 126 ? length : 126)
  if (length >= 126) frame.writeUInt16BE(length, 2)
  for (let index = 0; index < 4; index += 1) frame[offset - 4 + index] = mask[index & 3] ?? 0
  for (let index = 0; index < length; index += 1) frame[offset + index] = (payload[index] ?? 0) ^ (mask[index & 3] ?? 0)
  return frame
}

/** Splits a server's output into frames, which are neither masked nor fragmented. */
export function createFrameReader(onFrame: (opcode: number, payload: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer | undefined
  return (chunk) => {
    const bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (;;) {
      const payload = payloadAt(bytes, start)
      if (payload === undefined) break
      onFrame((bytes[start] ?? 0) & 0x0f, payload)
      start = payload.byteOffset - bytes.byteOffset + payload.length
    }
    rest = start === bytes.length ? undefined : bytes.subarray(start)
  }
}

function payloadAt(bytes: Buffer, start: number): Buffer | undefined {
  if (bytes.length < start + 2) return undefined
  const short = (bytes[start + 1] ?? 0) & 0x7f
  const offset = start + (short < 126 ? 2 : short === 126 ? 4 : 10)
  if (bytes.length < offset) return undefined
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(start + 2) : bytes.readUIntBE(start + 4, 6)
  return bytes.length < offset + length ? undefined : bytes.subarray(offset, offset + length)
}
