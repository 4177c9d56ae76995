import { formatDelivery } from '@hawser/wire'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { SetTimer } from '../lifetime/schedule.ts'
import { createPageStorages } from '../records/pageStorages.fixture.ts'
import { account, address, asked, createTestClients, granted, keptOf, next } from '../testing/testClients.fixture.ts'
import { createRelayCalls } from './relayCalls.ts'
import { createSharedSockets, type SharedSockets, type SharedSocketsOptions } from './sharedSockets.ts'
import { parseSocketMessage } from './socketMessage.ts'
import { createSocketSource } from './socketSource.ts'

// Pages of one browser with one storage: one page has the socket, and all pages have the sessions.
let house: ReturnType<typeof createTestClients>
let browser: ReturnType<typeof createBrowser>
beforeEach(() => {
  house = createTestClients()
  browser = createBrowser()
})
afterEach(() => house.stop())

type Opening = Partial<SharedSocketsOptions> & { readonly relayUrl?: string | readonly string[] }
type Page = {
  onmessage: ((event: MessageEvent) => unknown) | null
  /** The work that waits until the page is active again. Undefined while the page is active. */
  waiting: (() => void)[] | undefined
}

/** Simulates the locks that pages of one origin share, by name. */
function createLocks() {
  const queues = new Map<string, { run(): void }[]>()
  const holders = new Map<string, { lose(error: unknown): void }>()

  function grant(
    name: string,
    callback: () => unknown,
    resolve: (value: unknown) => void,
    lose: (error: unknown) => void,
  ) {
    const mine = { lose }
    holders.set(name, mine)
    queueMicrotask(() => {
      if (holders.get(name) !== mine) return
      Promise.resolve(callback()).then((value) => {
        resolve(value)
        if (holders.get(name) !== mine) return
        holders.delete(name)
        queues.get(name)?.shift()?.run()
      })
    })
  }

  const request = (owned: Set<() => void>, name: string, given: LockOptions | (() => unknown), then?: () => unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const { signal, steal = false } = typeof given === 'function' ? ({} as LockOptions) : given
      const asked = typeof given === 'function' ? given : then
      const callback = () => Promise.race([asked?.(), new Promise<void>((release) => owned.add(release))])
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      const entry = { run: () => grant(name, callback, resolve, reject) }
      owned.add(() => queue.includes(entry) && queue.splice(queue.indexOf(entry), 1))
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(entry)
        if (place < 0) return
        queue.splice(place, 1)
        reject(signal.reason)
      })
      if (steal) holders.get(name)?.lose(new DOMException('', 'AbortError'))
      if (steal || !holders.has(name)) entry.run()
      else queue.push(entry)
    })
  /** The locks of one page, which gets them only while it is active. When the page is gone, all its locks are free. */
  return (during: (run: () => void) => void) => {
    const owned = new Set<() => void>()
    const locks = {
      request: (name: string, given: LockOptions, then: () => unknown) =>
        new Promise((resolve, reject) => {
          request(owned, name, given, then).then(
            (value) => during(() => resolve(value)),
            (error) => during(() => reject(error)),
          )
        }),
    }
    return {
      locks: locks as unknown as Pick<LockManager, 'request'>,
      release() {
        for (const release of owned) release()
      },
    }
  }
}

/** Simulates the locks, channels and storage that pages of one origin share. */
function createBrowser() {
  const channels = new Set<Page>()
  // A few turns later: long after any lock has changed hands.
  const later = (run: () => void, turns = 5) => void setImmediate(() => (turns > 0 ? later(run, turns - 1) : run()))
  const storages = createPageStorages(later)
  const openLocks = createLocks()
  let posted = 0

  /** Opens a page: its client, its part in the sockets, and ways to end it. */
  function openPage({ relayUrl = 'ws://relay.test', ...more }: Opening = {}) {
    const own: Page = { onmessage: null, waiting: undefined }
    pages += 1
    const number = pages
    let sockets: SharedSockets | undefined
    const during = (run: () => void) => (own.waiting === undefined ? run() : void own.waiting.push(run))
    const { locks, release } = openLocks(during)
    const setTimer: SetTimer = (run, delayMs) => house.clock.setTimer(() => during(run), delayMs)
    const createWebSocket = (url: string) => {
      sockets ??= createSharedSockets({
        name: 'test',
        page: String(number),
        locks,
        createChannel: () => {
          channels.add(own)
          return Object.assign(own, {
            postMessage(data: unknown) {
              posted += 1
              for (const other of channels) {
                if (other === own) continue
                const event = new MessageEvent('message', { data: structuredClone(data) })
                queueMicrotask(() =>
                  other.waiting ? other.waiting.push(() => other.onmessage?.(event)) : other.onmessage?.(event),
                )
              }
            },
            close: () => channels.delete(own),
          })
        },
        createWebSocket: house.relay.createWebSocket,
        setTimer,
        ...more,
      })
      return sockets.create(url)
    }
    // Ids are times: two clients that start at the same instant can have the same ids.
    const now = () => house.clock.now() + number
    let follows = false
    const { watch, ...storage } = storages.open()
    const follow: typeof watch = (onChange) =>
      watch?.((key, text) => (follows ? onChange(key, text) : during(() => onChange(key, text)))) ?? (() => {})
    const client = house.create({ ...storage, watch: follow }, { relayUrl, createWebSocket, setTimer, now })
    return {
      client,
      /**
       * Puts the page to sleep: its code no longer runs, and it keeps its lock. With `hears`, the page still follows
       * its storage. Returns a function that wakes it.
       */
      sleep(hears = false) {
        follows = hears
        const waiting: (() => void)[] = []
        own.waiting = waiting
        return () => {
          own.waiting = undefined
          for (const run of waiting) run()
        }
      },
      async close() {
        // The client stops before the sockets, as in socketSource.ts.
        const stopped = client.stop()
        sockets?.stop()
        await stopped
      },
      /** Ends the page without a message. */
      crash() {
        own.waiting = []
        channels.delete(own)
        release()
      },
    }
  }
  let pages = 0
  return { openPage, kept: storages.kept, clear: storages.clear, posted: () => posted }
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

test('two pages share one socket, and both see each session, its changes and its end', async () => {
  const [one, two] = [browser.openPage().client, browser.openPage().client]
  const seen: string[] = []
  two.on('sessionSettled', ({ topic }) => seen.push(`settled ${topic}`))
  two.on('sessionUpdated', ({ topic }) => seen.push(`updated ${topic}`))
  two.on('sessionDeleted', ({ topic, by }) => seen.push(`deleted ${topic} by ${by}`))
  const topic = await settle(one)
  await expect.poll(() => two.sessions().map((session) => session.topic)).toEqual([topic])
  await request(one, topic)
  await request(two, topic)
  // The wallet's socket, and the one that the pages share.
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

test('a following page settles its session through the leader', async () => {
  const [one, two] = [browser.openPage().client, browser.openPage().client]
  await one.ready()
  await (await one.propose({})).published
  const topic = await settle(two)
  await expect.poll(() => one.sessions().map((session) => session.topic)).toEqual([topic])
  await request(one, topic)
  await request(two, topic)
  expect(house.relay.connections()).toBe(2)
})

test('the leader closes in mid-request: the asking page gets the answer, nothing goes out twice', async () => {
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
  await expect.poll(() => two.client.relayStatus()).toBe('connected')
})

test('a page that needs the relay replaces a sleeping leader with a lock within 1.2 s', async () => {
  const one = browser.openPage()
  const topic = await settle(one.client)
  await expect.poll(() => keptOf(browser.kept, 'sessions')).toBeDefined()
  one.sleep()
  const two = browser.openPage()
  await two.client.ready()
  await house.clock.advance(1_200)
  await expect.poll(() => two.client.relayStatus()).toBe('connected')
  await request(two.client, topic)
})

test('a call of another page replaces a leader that falls asleep within 1.2 s', async () => {
  const [one, two] = [browser.openPage(), browser.openPage()]
  const topic = await settle(one.client)
  await expect.poll(() => two.client.sessions().length).toBe(1)
  await request(two.client, topic)
  one.sleep()
  const asked = request(two.client, topic)
  await house.clock.advance(1_200)
  await asked
  expect(house.relay.connections()).toBe(3)
})

test.each(['quoted', 'bare'] as const)(
  'pages that share a socket find their answers under ids that are %s',
  async (ids) => {
    house.relay.behaviour.ids = ids
    const [one, two] = [browser.openPage().client, browser.openPage().client]
    const topic = await settle(one)
    await expect.poll(() => two.sessions().map((session) => session.topic)).toEqual([topic])
    await request(one, topic)
    await request(two, topic)
    await expect.poll(() => house.relay.stored(topic)).toEqual([])
    expect(house.failures).toEqual([])
  },
)

test('the page that takes a delivery with the longest ids acknowledges it', async () => {
  const [one, two] = [browser.openPage().client, browser.openPage().client]
  const topic = await settle(one)
  await expect.poll(() => house.relay.stored(topic)).toEqual([])
  await two.ready()
  const ids = ['9'.repeat(32), `"${'x'.repeat(64)}"`]
  let deliveries = 0
  house.relay.behaviour.push = (delivery, _, forwardText) => {
    deliveries += 1
    forwardText(formatDelivery(ids[Number(delivery.message)] ?? '', 'id', delivery))
  }
  for (const index of ids.keys()) house.relay.publishRaw(topic, String(index))
  const acknowledged = () => house.relay.acknowledged.filter((message) => message === '').length
  await expect.poll(() => deliveries - acknowledged()).toBe(0)
  // Deliveries go to the wallet and to the pages' one socket, and once more to a page that subscribes later.
  expect(deliveries).toBeGreaterThanOrEqual(2 * ids.length)
})

test('all pages of one socket get the relay’s reason for a refusal', async () => {
  const pages = [browser.openPage(), browser.openPage()]
  const reasons = pages.map(({ client }) => {
    const heard: unknown[] = []
    client.on('failure', (error) => heard.push('reason' in error ? error.reason : error.code))
    return heard
  })
  await Promise.all(pages.map(async ({ client }) => (await client.propose({})).published))
  expect(house.relay.connections()).toBe(1)
  house.relay.say('{"id":0,"jsonrpc":"2.0","error":{"code":3000,"message":"Unauthorized","data":"OriginNotAllowed"}}')
  await expect.poll(() => reasons).toEqual([['origin'], ['origin']])
})

test('topics of the other pages stay subscribed after a page closes', async () => {
  const [one, two] = [browser.openPage(), browser.openPage()]
  const topic = await settle(one.client)
  await expect.poll(() => two.client.sessions().length).toBe(1)
  await two.close()
  await house.clock.advance(20_000)
  await request(one.client, topic)
  expect(house.relay.connections()).toBe(2)
})

test('a message stays in its mailbox until one page acknowledges it', async () => {
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

test('a page does not settle a proposal that another page has cancelled', async () => {
  const one = browser.openPage().client
  const proposed = await one.propose({ optionalNamespaces: asked })
  await proposed.published
  await expect.poll(() => keptOf(browser.kept, 'proposed')).toContain('privateKey')
  const two = browser.openPage().client
  await two.ready()
  const expired = vi.fn()
  two.on('proposalExpired', expired)
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  proposed.cancel()
  await expect.poll(() => keptOf(browser.kept, 'proposed')).toBeUndefined()
  await house.clock.tick()
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  await house.clock.advance(1_000)
  expect([...one.sessions(), ...two.sessions()]).toEqual([])
  // Nothing of the proposal is left on page two: it does not listen, and no expiry follows.
  const unsubscribed = house.relay.requests.filter(({ method }) => method === 'irn_unsubscribe')
  expect(unsubscribed.map(({ text }) => text.includes(proposed.pairingTopic))).toContain(true)
  await house.clock.advance(600_000)
  expect(expired).not.toHaveBeenCalled()
})

/** Opens three pages: one leads, one proposes to a wallet, and one has read that proposal. */
async function openAsking() {
  const leading = await browser.openPage().client.propose({})
  await leading.published
  const asking = browser.openPage()
  const proposed = await asking.client.propose({ optionalNamespaces: asked })
  await proposed.published
  await expect.poll(() => keptOf(browser.kept, 'proposed')).toContain(proposed.pairingTopic)
  const reading = browser.openPage()
  await reading.client.ready()
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  return { asking, reading, proposed, id }
}

test('F-L10 a settlement that only another page received approves the asking page’s proposal', async () => {
  const { asking, reading, proposed, id } = await openAsking()
  const wake = asking.sleep()
  const { acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted })
  await acknowledged
  expect(reading.client.sessions()).toHaveLength(1)
  expect(asking.client.sessions()).toEqual([])
  wake()
  const { topic } = await proposed.approval
  await request(asking.client, topic)
  await expect.poll(() => keptOf(browser.kept, 'proposed')).not.toContain(proposed.pairingTopic)
  await expect.poll(() => keptOf(browser.kept, 'pairings')).not.toContain(proposed.pairingTopic)
  expect(house.failures).toEqual([])
})

test('F-L10 a settlement after another page has confirmed it changes nothing', async () => {
  const { asking, reading, proposed, id } = await openAsking()
  const held: (() => void)[] = []
  house.relay.behaviour.push = (delivery, forward) => {
    if (delivery.topic === proposed.pairingTopic) forward(delivery)
    else held.push(() => forward(delivery))
  }
  const { acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted })
  await house.clock.advance(1_000)
  const wake = asking.sleep(true)
  house.relay.behaviour.push = (delivery, forward) => forward(delivery)
  for (const forward of held) forward()
  const { topic } = await proposed.approval
  await acknowledged
  wake()
  await house.clock.advance(1_000)
  await request(reading.client, topic)
  await request(asking.client, topic)
  expect(house.failures).toEqual([])
})

test('a storage that is wiped under two pages leaves their sessions alone', async () => {
  const [one, two] = [browser.openPage().client, browser.openPage().client]
  const topic = await settle(one)
  await expect.poll(() => two.sessions().length).toBe(1)
  browser.clear()
  await request(one, topic)
  await request(two, topic)
})

test('F-L10 two pages that write at the same time keep each other’s data', async () => {
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

test('after refused locks each page has its own socket, and requests no more locks', async () => {
  let requests = 0
  const refuse = () => {
    requests += 1
    return Promise.reject(new DOMException('Access to the Locks API is denied in this context.', 'SecurityError'))
  }
  const refused = { locks: { request: refuse } as unknown as Pick<LockManager, 'request'> }
  const pages = [browser.openPage(refused)]
  // By their seed, separate sockets are one client to the relay.
  await expect.poll(() => browser.kept.get('seed')).toBeDefined()
  pages.push(browser.openPage(refused))
  const [one, two] = pages.map(({ client }) => client)
  if (one === undefined || two === undefined) throw new Error('There are two.')
  const topic = await settle(one)
  await expect.poll(() => two.sessions().length).toBe(1)
  await request(two, topic)
  expect(house.relay.connections()).toBe(3)
  expect(requests).toBeLessThanOrEqual(4)
  house.relay.cut()
  await house.clock.advance(500)
  await request(one, topic)
  expect(requests).toBeLessThanOrEqual(4)
  await Promise.all(pages.map(({ close }) => close()))
})

test('of pages with a silent relay, the first to try the next one brings all of them there', async () => {
  house.relay.behaviour.accept = (host) => (host.startsWith('one') ? 'absent' : 'yes')
  const relayUrl = ['ws://one.test', 'ws://two.test']
  const published: number[] = []
  const pages = [0, 1, 2].map(() => browser.openPage({ relayUrl }).client)
  for (const [index, client] of pages.entries()) {
    const proposal = await client.propose({})
    proposal.published.then(() => published.push(index))
    // The third page proposes at the instant when the first gives up.
    await house.clock.advance(1_500)
  }
  await house.clock.advance(200)
  expect([...published].sort()).toEqual([0, 1, 2])
  await expect.poll(() => pages.map((client) => client.relayStatus())).toEqual(['connected', 'connected', 'connected'])
  const hosts = house.relay.upgrades().map((url) => new URL(url).host)
  expect(hosts.filter((host) => host === 'two.test')).toHaveLength(1)
  expect(hosts.length).toBeLessThanOrEqual(3)
})

test('a leader that is busy for 900 ms stays the leader', async () => {
  const [one, two] = [browser.openPage(), browser.openPage()]
  await (await one.client.propose({})).published
  const wake = one.sleep()
  const published = (await two.client.propose({})).published
  await house.clock.advance(900)
  wake()
  await published
  await house.clock.advance(2_000)
  expect(house.relay.upgrades()).toHaveLength(1)
})

test('the others ignore a leader that wakes after they have replaced it', async () => {
  const [one, two] = [browser.openPage(), browser.openPage()]
  const topic = await settle(one.client)
  await expect.poll(() => browser.kept.get(`sessions:${topic}`)).toBeDefined()
  await two.close()
  const wake = one.sleep()
  // Page three asks the sleeping leader.
  const three = browser.openPage()
  await three.client.ready()
  await expect
    .poll(async () => {
      await house.clock.advance(200)
      return three.client.relayStatus()
    })
    .toBe('connected')
  const statuses: string[] = []
  three.client.on('relay', ({ status }) => statuses.push(status))
  wake()
  await house.clock.advance(1_000)
  await request(three.client, topic)
  await request(one.client, topic)
  expect(statuses).toEqual([])
})

test('a page that stops in mid-call leaves the socket to the others', async () => {
  const [one, two] = [browser.openPage(), browser.openPage()]
  const topic = await settle(one.client)
  await expect.poll(() => two.client.sessions().length).toBe(1)
  const upgrades = house.relay.upgrades().length
  house.relay.behaviour.answer = (method) => (method === 'irn_publish' ? 'lost' : 'yes')
  two.client.ping({ topic }).catch(() => {})
  await house.clock.tick()
  await two.close()
  house.relay.behaviour.answer = () => 'yes'
  await house.clock.advance(1_000)
  await request(one.client, topic)
  expect(house.relay.upgrades()).toHaveLength(upgrades)
})

test('closed pages get no messages, and their subscriptions end', async () => {
  const one = browser.openPage()
  const topic = await settle(one.client)
  for (let visit = 0; visit < 8; visit += 1) {
    const page = browser.openPage()
    await page.client.ready()
    await expect.poll(() => page.client.relayStatus()).toBe('connected')
    page.crash()
  }
  await house.clock.tick()
  const before = browser.posted()
  await house.wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
  await house.clock.tick()
  expect(browser.posted()).toBe(before)
  await one.client.disconnect({ topic })
  await house.clock.tick()
  expect(house.relay.requests.at(-1)?.method).toBe('irn_unsubscribe')
})

test.each([null, 5, 'x', {}, { to: 'pages' }, { to: 'port', port: '1.1' }, { to: 'leader', port: 1, kind: 'open' }])(
  'a script that writes %j to the channel does nothing',
  (data) => expect(parseSocketMessage(data)).toBeUndefined(),
)

test('a browser without BroadcastChannel has its own sockets', async () => {
  const opened: string[] = []
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } })
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('WebSocket', function open(url: string) {
    opened.push(url)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const randomBytes = (length: number) => new Uint8Array(length)
  const source = createSocketSource({
    createWebSocket: undefined,
    name: 'x',
    randomBytes,
    setTimer: house.clock.setTimer,
  })
  await source.open('ws://one.test')
  source.stop()
  expect(opened).toEqual(['ws://one.test'])
})

test('two pages that call in one instant use different ids', () => {
  const ids = [1, 2].map((seed) => {
    const sent: string[] = []
    const calls = createRelayCalls({
      socket: { send: (text) => sent.push(text) > 0, connect() {}, drop() {}, end() {} },
      onRefused() {},
      onFailure() {},
      setTimer: () => () => {},
      randomBytes: (length) => new Uint8Array(length).fill(seed, 1),
      now: () => 1_795_208_116_000,
    })
    calls.ask({ method: 'irn_subscribe', params: {}, onResult() {}, onError() {} })
    return sent[0]
  })
  expect(ids[0]).not.toBe(ids[1])
})
