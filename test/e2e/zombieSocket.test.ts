import { createRelay } from '@hawser/relay'
import { createSignClient, type SignClient, type SignClientOptions } from '@hawser/sign'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { isNight } from '@hawser/test-kit/night'
import { createRandom } from '@hawser/test-kit/random'
import { expect, onTestFinished, test } from 'vitest'
import { startFaultProxy } from '../faults/faultProxy.ts'

// A hop in front of our own relay swallows everything and closes nothing. At night the test runs in real time.
const speed = isNight ? 1 : 20
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } as const
const granted = {
  eip155: { ...asked.eip155, accounts: ['eip155:1:0x1111111111111111111111111111111111111111'] },
} as const

/** Creates a clock that runs faster than real time, in steps that wait for a busy machine, until `slowDown` sets real time. */
function createClock() {
  let [time, since, isTrue] = [Date.now(), Date.now(), speed === 1]
  const now = () => (isTrue ? time + Date.now() - since : time)
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const step = setInterval(() => {
    if (!isTrue) time += 10 * speed
    for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
      if (timer.at <= now() && timers.delete(timer)) timer.callback()
    }
  }, 10)
  onTestFinished(() => clearInterval(step))
  return {
    now,
    slowDown() {
      ;[time, since, isTrue] = [now(), Date.now(), true]
    },
    setTimer(callback: () => void, delayMs: number) {
      const timer = { at: now() + delayMs, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
}

function createClient(name: string, relayUrl: string, more: Partial<SignClientOptions> = {}): SignClient {
  const metadata = { name, description: '', url: 'https://app.example', icons: [] }
  const client = createSignClient({ relayUrl, metadata, createWebSocket, ...more })
  onTestFinished(() => client.stop())
  return client
}

test('F-L7 the hop to the relay goes silent: the approval from meanwhile is there within 35 s', {
  timeout: 90_000,
}, async () => {
  const relay = createRelay({ logger: createRunLogger() })
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => relay.stop())
  const proxy = await startFaultProxy({ targetPort: port, random: createRandom(1) })
  onTestFinished(() => proxy.stop())
  const clock = createClock()
  const dapp = createClient('Our App', proxy.url, clock)
  const wallet = createClient('Our Wallet', `ws://127.0.0.1:${port}`)

  const proposed = await dapp.propose({ optionalNamespaces: asked })
  await proposed.published
  const { id } = await wallet.pair({ pairingUri: proposed.pairingUri })

  const startedAt = clock.now()
  const secondsSince = () => (clock.now() - startedAt) / 1000
  const lostAfter = new Promise<number>((resolve) => {
    dapp.on('relay', ({ status }) => {
      if (status !== 'disconnected') return
      resolve(secondsSince())
      // From here on the clock runs in real time, because the machine's own work takes real time.
      clock.slowDown()
      proxy.heal()
    })
  })
  proxy.impose([{ kind: 'blackhole', atByte: 0 }])
  const { acknowledged } = await wallet.approve({ proposalId: id, namespaces: granted })
  const lost = await lostAfter
  const { topic } = await proposed.approval
  const back = secondsSince()
  console.log(`silent hop: found out after ${lost.toFixed(1)} s, session after ${back.toFixed(1)} s (promised: 35)`)
  expect(proxy.fired.get('blackhole')).toBe(1)
  expect(proxy.connections()).toBe(2)
  expect(lost).toBeGreaterThan(10)
  expect(back).toBeLessThanOrEqual(35)
  expect((await acknowledged).topic).toBe(topic)
})
