import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SignClientOptions } from './createClient.ts'
import { createPageStorages } from './pageStorages.conformance.ts'
import type { SetTimer } from './schedule.ts'
import { createSharedSockets, type SharedSockets } from './sharedSockets.ts'
import { account, address, asked, createTestClients, granted, keptOf, next } from './testClients.conformance.ts'

// Pages of one browser with one storage: one of them has the socket, all have the sessions.
let house: ReturnType<typeof createTestClients>
let browser: ReturnType<typeof createBrowser>
beforeEach(() => {
  house = createTestClients()
  browser = createBrowser()
})
afterEach(() => house.stop())

type Listener = { onmessage: ((event: MessageEvent) => unknown) | null }

/** Locks, channels and a storage as pages of one origin have them. */
function createBrowser() {
  const channels = new Set<Listener & { isAsleep: boolean }>()
  // A few turns later: long after any lock has changed hands.
  const later = (run: () => void, turns = 5) => void setImmediate(() => (turns > 0 ? later(run, turns - 1) : run()))
  const storages = createPageStorages(later)
  const queue: { run(): void }[] = []
  let holder: { lose(error: unknown): void } | undefined

  function grant(callback: () => unknown, resolve: (value: unknown) => void, lose: (error: unknown) => void): void {
    const mine = { lose }
    holder = mine
    Promise.resolve(callback()).then((value) => {
      resolve(value)
      if (holder !== mine) return
      holder = undefined
      queue.shift()?.run()
    })
  }

  const locks = {
    request: (_: string, { signal, steal }: LockOptions, callback: () => unknown) =>
      new Promise<unknown>((resolve, reject) => {
        const entry = { run: () => grant(callback, resolve, reject) }
        signal?.addEventListener('abort', () => {
          const place = queue.indexOf(entry)
          if (place < 0) return
          queue.splice(place, 1)
          reject(signal.reason)
        })
        if (steal) holder?.lose(new DOMException('', 'AbortError'))
        if (steal || holder === undefined) queueMicrotask(entry.run)
        else queue.push(entry)
        if (steal || holder === undefined) holder = { lose: reject }
      }),
  } as unknown as Pick<LockManager, 'request'>

  /** A page: its client, its part in the sockets, and ways to end it. */
  function openPage(more: Partial<SignClientOptions> = {}) {
    const own: Listener & { isAsleep: boolean } = { onmessage: null, isAsleep: false }
    pages += 1
    const number = pages
    let count = 0
    let sockets: SharedSockets | undefined
    const setTimer: SetTimer = (run, delayMs) => house.clock.setTimer(() => own.isAsleep || run(), delayMs)
    const createWebSocket = (url: string) => {
      sockets ??= createSharedSockets({
        name: 'test',
        locks,
        createChannel: () => {
          channels.add(own)
          const channel = Object.assign(own, {
            postMessage(data: unknown) {
              if (own.isAsleep) return
              for (const other of channels) {
                if (other !== own && !other.isAsleep) {
                  queueMicrotask(() => other.onmessage?.(new MessageEvent('message', { data: structuredClone(data) })))
                }
              }
            },
            close: () => channels.delete(own),
          })
          return channel
        },
        createWebSocket: house.relay.createWebSocket,
        setTimer,
        createId() {
          count += 1
          return `${number} ${count}`
        },
      })
      return sockets.create(url) as WebSocket
    }
    const client = house.create(storages.open(), { createWebSocket, setTimer, ...more })
    return {
      client,
      /** Nothing of it runs any more, and it still has its lock. */
      sleep() {
        own.isAsleep = true
      },
      async close() {
        await client.stop()
        sockets?.stop()
      },
    }
  }
  let pages = 0
  return { openPage, kept: storages.kept, clear: storages.clear }
}

async function settle(client: ReturnType<typeof browser.openPage>['client']): Promise<string> {
  const proposed = await client.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  const { acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted })
  await acknowledged
  return (await proposed.approval).topic
}

const sign = { method: 'personal_sign', params: ['0x00', address] }

async function request(client: ReturnType<typeof browser.openPage>['client'], topic: string): Promise<void> {
  const incoming = next(house.wallet, 'sessionRequest')
  const answered = client.request({ topic, chainId: 'eip155:1', request: sign })
  await house.wallet.respond({ topic, requestId: (await incoming).id, response: { result: '0x11' } })
  expect(await answered).toBe('0x11')
}

test('two pages have one socket, and both see a session of either, what becomes of it, and its end', async () => {
  const [one, two] = [browser.openPage().client, browser.openPage().client]
  const seen: string[] = []
  two.on('sessionSettled', ({ topic }) => seen.push(`settled ${topic}`))
  two.on('sessionUpdated', ({ topic }) => seen.push(`updated ${topic}`))
  two.on('sessionDeleted', ({ topic, by }) => seen.push(`deleted ${topic} by ${by}`))
  const topic = await settle(one)
  await expect.poll(() => two.sessions().map((session) => session.topic)).toEqual([topic])
  await request(one, topic)
  await request(two, topic)
  // The wallet's and theirs.
  expect(house.relay.connections()).toBe(2)
  const more = { eip155: { ...granted.eip155, accounts: [account, `eip155:1:0x${'2'.repeat(40)}` as const] } }
  await (await house.wallet.update({ topic, namespaces: more })).acknowledged
  await expect.poll(() => [one, two].map((client) => client.sessions()[0]?.namespaces)).toEqual([more, more])
  await one.disconnect({ topic })
  await expect.poll(() => two.sessions()).toEqual([])
  await expect.poll(() => house.wallet.sessions()).toEqual([])
  expect(seen).toEqual([`settled ${topic}`, `updated ${topic}`, `deleted ${topic} by self`])
  expect(await keptOf(browser.kept, 'sessions')).toBeUndefined()
  expect(house.failures).toEqual([])
})

test('the session of the page that follows is settled through the one that leads', async () => {
  const [one, two] = [browser.openPage().client, browser.openPage().client]
  await one.ready()
  await (await one.propose({})).published
  const topic = await settle(two)
  await expect.poll(() => one.sessions().map((session) => session.topic)).toEqual([topic])
  await request(one, topic)
  await request(two, topic)
  expect(house.relay.connections()).toBe(2)
})

test('the leader closes in mid-request: the answer comes to who asked, and the request is not sent twice', async () => {
  const [one, two] = [browser.openPage(), browser.openPage()]
  const topic = await settle(one.client)
  await expect.poll(() => two.client.sessions().length).toBe(1)
  const heard: number[] = []
  house.wallet.on('sessionRequest', ({ id }) => heard.push(id))
  const incoming = next(house.wallet, 'sessionRequest')
  const answered = two.client.request({ topic, chainId: 'eip155:1', request: sign })
  const { id } = await incoming
  await one.close()
  await house.wallet.respond({ topic, requestId: id, response: { result: '0x22' } })
  await house.clock.advance(500)
  expect(await answered).toBe('0x22')
  expect(heard).toEqual([id])
  expect(two.client.relayStatus()).toBe('connected')
})

test('a leader that sleeps with its lock is replaced within half a second by a page that needs the relay', async () => {
  const one = browser.openPage()
  const topic = await settle(one.client)
  await expect.poll(() => keptOf(browser.kept, 'sessions')).toBeDefined()
  one.sleep()
  const two = browser.openPage()
  await two.client.ready()
  await house.clock.advance(500)
  expect(two.client.relayStatus()).toBe('connected')
  await request(two.client, topic)
})

test('a page that leaves takes nothing with it: topics of the others stay subscribed', async () => {
  const [one, two] = [browser.openPage(), browser.openPage()]
  const topic = await settle(one.client)
  await expect.poll(() => two.client.sessions().length).toBe(1)
  await two.close()
  await house.clock.advance(20_000)
  await request(one.client, topic)
  expect(house.relay.connections()).toBe(2)
})

test('a message that no page acknowledges stays in its mailbox, one is enough', async () => {
  const [one, two] = [browser.openPage(), browser.openPage()]
  const topic = await settle(one.client)
  await expect.poll(() => two.client.sessions().length).toBe(1)
  await house.clock.tick()
  const before = house.relay.acknowledged.length
  await house.wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
  await expect.poll(() => house.relay.acknowledged.length).toBe(before + 1)
  await house.clock.tick()
  expect(house.relay.acknowledged).toHaveLength(before + 1)
  expect(house.relay.stored(topic)).toEqual([])
})

test('a proposal that one page has cancelled is not settled by another that had read it', async () => {
  const one = browser.openPage().client
  const proposed = await one.propose({ optionalNamespaces: asked })
  await proposed.published
  await expect.poll(() => keptOf(browser.kept, 'proposed')).toContain('privateKey')
  const two = browser.openPage().client
  await two.ready()
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  proposed.cancel()
  await expect.poll(() => keptOf(browser.kept, 'proposed')).toBeUndefined()
  await house.clock.tick()
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  await house.clock.advance(1_000)
  expect([...one.sessions(), ...two.sessions()]).toEqual([])
})

test('a storage that is wiped under two pages leaves their sessions alone', async () => {
  const [one, two] = [browser.openPage().client, browser.openPage().client]
  const topic = await settle(one)
  await expect.poll(() => two.sessions().length).toBe(1)
  browser.clear()
  await request(one, topic)
  await request(two, topic)
})

test('F-L10 two pages that write at the same time lose nothing of each other', async () => {
  const pages = [browser.openPage().client, browser.openPage().client]
  const topics = await Promise.all(pages.map(settle))
  for (const page of pages) {
    await expect
      .poll(() =>
        page
          .sessions()
          .map(({ topic }) => topic)
          .sort(),
      )
      .toEqual([...topics].sort())
  }
  for (const topic of topics) await request(pages[0] ?? house.dapp, topic)
})
