/** The packets of MQTT 3.1.1 that a QoS 1 client needs, by their type number. */
export const mqttTypes = { connect: 1, connected: 2, publish: 3, published: 4, subscribe: 8, subscribed: 9 } as const

export type MqttPacket = { readonly type: number; readonly body: Buffer }

export function formatMqtt(type: number, flags: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const lengths: number[] = []
  let rest = body.length
  do {
    lengths.push((rest & 127) | (rest > 127 ? 128 : 0))
    rest >>= 7
  } while (rest > 0)
  return Buffer.concat([Buffer.from([(type << 4) | flags, ...lengths]), body])
}

/** Formats a text with its length prefix. */
export function formatMqttText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

/** Turns chunks of a stream into whole packets. */
export function createMqttReader(onPacket: (packet: MqttPacket) => void): (chunk: Buffer) => void {
  let kept = Buffer.alloc(0)
  return (chunk) => {
    kept = Buffer.concat([kept, chunk])
    for (;;) {
      let length = 0
      let at = 1
      let byte = 128
      while (byte > 127) {
        byte = kept[at] ?? -1
        if (byte < 0) return
        length |= (byte & 127) << (7 * (at - 1))
        at += 1
      }
      if (kept.length < at + length) return
      onPacket({ type: (kept[0] ?? 0) >> 4, body: kept.subarray(at, at + length) })
      kept = kept.subarray(at + length)
    }
  }
}
