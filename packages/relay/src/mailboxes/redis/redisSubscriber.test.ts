import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createRedisSubscriber } from './redisSubscriber.ts'
import { channelOf, createTopicNotifications } from './topicNotifications.ts'

const topic = 'ab'.repeat(32)
const channel = channelOf(topic)
const reply = (kind: string, payload = ':1') =>
  `*3\r\n$${kind.length}\r\n${kind}\r\n$${channel.length}\r\n${channel}\r\n${payload}\r\n`

/** Notifications over a fake Redis whose every byte the test writes. */
function createWrittenRedis() {
  const redisEnds: Duplex[] = []
  const waiting: (() => void)[] = []
  const gaps: (readonly string[])[] = []
  const news: string[] = []
  let said = ''
  let onGap = () => {}
  const notifications = createTopicNotifications({
    addressOf: () => 'redis:1',
    open(_address, on) {
      const [ours, theirs] = duplexPair()
      redisEnds.push(theirs)
      theirs.setEncoding('utf8')
      theirs.on('data', (text) => {
        said += text
        // The fake answers pings, so that only bytes from the test end a subscription.
        for (const _ of String(text).matchAll(/PING/g)) theirs.write('+PONG\r\n')
        for (const wake of waiting.splice(0)) wake()
      })
      const events = { onMessage: on.message, onLost: on.lost, onClosed: on.closed }
      return createRedisSubscriber({ socket: ours, credentials: undefined, ...events })
    },
    onMoved: () => {},
    onNews: (_topic, text) => news.push(text),
    onGap(topics) {
      gaps.push(topics)
      onGap()
    },
  })
  onTestFinished(() => notifications.close())
  return {
    ...{ notifications, gaps, news },
    write: (text: string) => void redisEnds.at(-1)?.write(text),
    /** Resolves when the channel was requested `count` times. */
    async askedFor(count: number) {
      while (said.split('SSUBSCRIBE').length <= count) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    nextGap: () =>
      new Promise<void>((resolve) => {
        onGap = resolve
      }),
    connections: () => redisEnds.length,
  }
}

test('onGap: subscribes again after a confirmation and an end in one piece', async () => {
  const { notifications, write, askedFor, nextGap, gaps, news } = createWrittenRedis()
  const { confirmed } = notifications.watch([topic])
  await askedFor(1)
  write(`${reply('ssubscribe')}${reply('sunsubscribe', ':0')}`)
  await confirmed
  await askedFor(2)
  const gap = nextGap()
  write(`${reply('ssubscribe')}${reply('smessage', '$6\r\n1 dapp')}`)
  await gap
  expect(gaps).toEqual([[topic]])
  expect(news).toEqual(['1 dapp'])
})

test('onGap: reports each end of a subscription that ends again and again', async () => {
  const { notifications, write, askedFor, nextGap, gaps } = createWrittenRedis()
  const { confirmed } = notifications.watch([topic])
  await askedFor(1)
  write(reply('ssubscribe'))
  await confirmed
  for (let round = 2; round <= 4; round += 1) {
    write(reply('sunsubscribe', ':0'))
    await askedFor(round)
    const gap = nextGap()
    write(reply('ssubscribe'))
    await gap
  }
  expect(gaps).toEqual([[topic], [topic], [topic]])
})

test('subscribes again if the connection ends in the turn that confirms it', async () => {
  const { notifications, write, askedFor, connections } = createWrittenRedis()
  const { confirmed } = notifications.watch([topic])
  await askedFor(1)
  // Redis sends an answer that was not requested, so the relay drops the connection.
  write(`${reply('ssubscribe')}${reply('ssubscribe')}`)
  await askedFor(2)
  expect(connections()).toBe(2)
  write(reply('ssubscribe'))
  await confirmed
})

test('close ends the connection', async () => {
  const [ours, theirs] = duplexPair()
  const events = { onMessage: () => {}, onLost: () => {}, onClosed: () => {} }
  const subscriber = createRedisSubscriber({ socket: ours, credentials: undefined, ...events })
  const refused = expect(subscriber.subscribe(channel)).rejects.toThrow(/has ended/)
  theirs.resume()
  const ended = once(theirs, 'close')
  subscriber.close()
  theirs.destroy()
  await Promise.all([refused, ended])
})
