const text = 0x81

/** Writes a complete text frame of a server (RFC 6455 §5.2) in one buffer: final, not masked. */
export function formatTextFrame(payload: string): Buffer {
  const length = Buffer.byteLength(payload)
  const offset = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(offset + length)
  frame[0] = text
  frame[1] = offset === 2 ? length : offset === 4 ? 126 : 127
  if (offset === 4) frame.writeUInt16BE(length, 2)
  if (offset === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(payload, offset)
  return frame
}
