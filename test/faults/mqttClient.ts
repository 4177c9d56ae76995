import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { messageIdOf } from '../../packages/relay/src/mailboxes/mailbox.ts'
import type { Ledger } from './ledger.ts'
import type { LoadMember, Outage, PublishOutcome } from './loadClient.ts'
import { createMqttReader, formatMqtt, formatMqttText, type MqttPacket, mqttTypes } from './mqttPacket.ts'

type Pending = {
  readonly id: string
  readonly topic: string
  readonly message: string
  readonly startedAt: number
  readonly settle: (outcome: PublishOutcome) => void
  tries: number
}

const reconnectMs = 100
const giveUpMs = 60_000
const keepAliveSeconds = 0

/**
 * Creates a client of an MQTT 3.1.1 broker that behaves like a `createLoadClient` of a relay. It uses QoS 1 both ways and a
 * session that outlives its connection. It repeats unanswered publishes on the next connection, and passes each message to the
 * application once.
 */
export function createMqttClient(options: {
  readonly port: number
  readonly ledger: Ledger
  readonly onNew: (message: string) => void
}): LoadMember {
  const { port, ledger, onNew } = options
  const clientId = randomBytes(8).toString('hex')
  const topics = new Set<string>()
  const pending = new Map<number, Pending>()
  const subscribed = new Map<number, () => void>()
  const taken = new Set<string>()
  const outages: Outage[] = []
  const closeCodes: number[] = []
  let socket: Socket | undefined
  let isUp = false
  let connection = 0
  let packetCount = 0
  let downSince: number | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const nextPacketId = () => {
    packetCount = (packetCount % 65_535) + 1
    return packetCount
  }
  const send = (packetId: number, entry: Pending) => {
    entry.tries += 1
    const flags = entry.tries > 1 ? 0b1010 : 0b0010
    const head = [formatMqttText(entry.topic), Buffer.from([packetId >> 8, packetId & 255])]
    socket?.write(formatMqtt(mqttTypes.publish, flags, [...head, Buffer.from(entry.message)]))
  }
  const subscribe = (wanted: Iterable<string>) =>
    new Promise<void>((resolve) => {
      const packetId = nextPacketId()
      subscribed.set(packetId, resolve)
      const filters = [...wanted].flatMap((topic) => [formatMqttText(topic), Buffer.from([1])])
      if (isUp)
        socket?.write(formatMqtt(mqttTypes.subscribe, 2, [Buffer.from([packetId >> 8, packetId & 255]), ...filters]))
    })
  const receive: Readonly<Record<number, (packet: MqttPacket) => unknown>> = {
    [mqttTypes.connected]: async () => {
      isUp = true
      if (topics.size > 0) await subscribe(topics)
      const url = String(port)
      if (downSince !== undefined)
        outages.push({ at: downSince, ms: performance.now() - downSince, code: 0, from: url, to: url })
      downSince = undefined
      for (const [packetId, entry] of pending) send(packetId, entry)
    },
    [mqttTypes.subscribed]: ({ body }: MqttPacket) => {
      subscribed.get(body.readUInt16BE(0))?.()
      subscribed.delete(body.readUInt16BE(0))
    },
    [mqttTypes.published]: ({ body }: MqttPacket) => {
      const entry = pending.get(body.readUInt16BE(0))
      if (entry === undefined) return
      pending.delete(body.readUInt16BE(0))
      const at = performance.now()
      ledger.write({ kind: 'acked', id: entry.id, tries: entry.tries, connection, at })
      entry.settle({ kind: 'acked', tries: entry.tries, tookMs: at - entry.startedAt, url: String(port) })
    },
    [mqttTypes.publish]: ({ body }: MqttPacket) => {
      const topicLength = body.readUInt16BE(0)
      const topic = body.toString('utf8', 2, 2 + topicLength)
      const message = body.toString('utf8', 4 + topicLength)
      const id = messageIdOf(message)
      const isAgain = taken.has(topic + id)
      taken.add(topic + id)
      const line = { id, clientId, topic, connection }
      if (isAgain) ledger.write({ kind: 'again', ...line })
      else ledger.write({ kind: 'delivered', ...line, at: performance.now() })
      if (!isAgain) onNew(message)
      socket?.write(formatMqtt(mqttTypes.published, 0, [body.subarray(2 + topicLength, 4 + topicLength)]))
    },
  }
  const open = () => {
    const opened = connect(port, '127.0.0.1')
    socket = opened
    connection += 1
    const read = createMqttReader((packet) => void receive[packet.type]?.(packet))
    opened.on('connect', () => {
      // Protocol level 4, with a persistent session.
      const head = [formatMqttText('MQTT'), Buffer.from([4, 0, keepAliveSeconds >> 8, keepAliveSeconds & 255])]
      opened.write(formatMqtt(mqttTypes.connect, 0, [...head, formatMqttText(clientId)]))
    })
    opened.on('data', read)
    opened.on('error', () => {})
    opened.on('close', () => {
      closeCodes.push(0)
      if (isUp) downSince ??= performance.now()
      isUp = false
      if (!isStopped) timer = setTimeout(open, reconnectMs)
    })
  }
  const patience = setInterval(() => {
    for (const [packetId, entry] of pending) {
      if (performance.now() - entry.startedAt <= giveUpMs) continue
      pending.delete(packetId)
      entry.settle({ kind: 'indeterminate' })
    }
  }, 1_000)
  open()

  return {
    clientId,
    outages,
    closeCodes,
    url: () => String(port),
    async subscribe(wanted) {
      for (const topic of wanted) {
        topics.add(topic)
        ledger.write({ kind: 'subscriber', clientId, topic })
      }
      // Without a connection, the next connection subscribes to all topics.
      if (isUp) return subscribe(wanted)
      await new Promise<void>((resolve) => {
        const poll = setInterval(() => {
          if (!isUp || subscribed.size > 0) return
          clearInterval(poll)
          resolve()
        }, 10)
      })
    },
    publish(topic, message) {
      const id = messageIdOf(message)
      const startedAt = performance.now()
      ledger.write({ kind: 'publish', id, clientId, topic, connection, at: startedAt })
      return new Promise((settle) => {
        const [packetId, entry] = [nextPacketId(), { id, topic, message, startedAt, settle, tries: 0 }]
        pending.set(packetId, entry)
        if (isUp) send(packetId, entry)
      })
    },
    async stop() {
      isStopped = true
      clearInterval(patience)
      clearTimeout(timer)
      for (const entry of pending.values()) entry.settle({ kind: 'indeterminate' })
      pending.clear()
      socket?.destroy()
    },
  }
}
