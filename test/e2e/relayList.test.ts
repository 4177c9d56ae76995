import { createSignClient, type SignClient } from '@hawser/sign'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { type CutProxy, startCutProxy } from '@hawser/test-kit/cutProxy'
import { nightLimit } from '@hawser/test-kit/night'
import { createRandom } from '@hawser/test-kit/random'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { untilScreen, untilState } from '@hawser/test-kit/untilState'
import { expect, onTestFinished, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../faults/faultProxy.ts'
import { startRelayNodes } from '../faults/relayNodes.ts'
import { answer, isLinked, openCode, openHouse, scan } from './openHouse.ts'

// A page with several relay addresses of the same mailboxes.

async function startTwo(port: number): Promise<readonly [CutProxy, CutProxy]> {
  const two = [await startCutProxy(port), await startCutProxy(port)] as const
  onTestFinished(() => Promise.all(two.map((proxy) => proxy.stop())).then(() => {}))
  return two
}

async function startSilent(port: number): Promise<FaultProxy> {
  const proxy = await startFaultProxy({ targetPort: port, random: createRandom(1) })
  proxy.impose([{ kind: 'blackhole', atByte: 0 }])
  onTestFinished(() => proxy.stop())
  return proxy
}

test('the first relay of a linker’s list refuses: the next one stores the code, and links', async () => {
  const house = await openHouse()
  const [first, second] = await startTwo(house.port)
  first.block()
  const [linker, wallet] = [
    await house.openLinker({
      relay: { url: [first.url, second.url] },
    }),
    house.openWallet(),
  ]
  const startedAt = performance.now()
  await openCode(linker)
  const waited = performance.now() - startedAt
  console.log(`the first relay refuses: stored by the second after ${Math.round(waited)} ms`)
  // The page waited for no time limit.
  expect(waited).toBeLessThan(nightLimit(2_500))
  await scan(linker, wallet)
  await answer(wallet)
  await untilState(linker, isLinked)
  expect([first.connections(), second.connections()]).toEqual([0, 1])
})

test('the first relay of a linker’s list is silent: the client leaves it after 3 s', async () => {
  const house = await openHouse()
  const silent = await startSilent(house.port)
  const [, second] = await startTwo(house.port)
  const linker = await house.openLinker({
    relay: { url: [silent.url, second.url] },
  })
  const startedAt = performance.now()
  await openCode(linker)
  const waited = performance.now() - startedAt
  expect(waited).toBeGreaterThan(2_900)
  expect(waited).toBeLessThan(nightLimit(6_000))
  expect([silent.connections(), second.connections()]).toEqual([1, 1])
})

test.each(['approves', 'signs'] as const)(
  'the relay in use goes away while the wallet %s: the next brings the answer, same code',
  async (moment) => {
    const house = await openHouse()
    const [first, second] = await startTwo(house.port)
    const [linker, wallet] = [
      await house.openLinker({
        relay: { url: [first.url, second.url] },
      }),
      house.openWallet(),
    ]
    await openCode(linker)
    expect([first.connections(), second.connections()]).toEqual([1, 0])
    await scan(linker, wallet)
    if (moment === 'signs') {
      wallet.send({ type: 'acceptChosen' })
      await untilScreen(wallet, 'request')
    }
    first.block()
    const startedAt = performance.now()
    await answer(wallet)
    await untilState(linker, isLinked)
    const waited = performance.now() - startedAt
    console.log(
      `the relay goes away while the wallet ${moment}: linked ${Math.round(waited)} ms later (promised: 2,000)`,
    )
    expect(waited).toBeLessThan(nightLimit(2_000))
    expect([first.connections(), second.connections()]).toEqual([1, 1])
    expect(await house.link.linkedWallets('visitor')).toHaveLength(1)
  },
)

const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } as const
const granted = {
  eip155: { ...asked.eip155, accounts: ['eip155:1:0x1111111111111111111111111111111111111111'] },
} as const

test('two relays on one store: one is killed in mid-pairing, and both ends use the other', async () => {
  const folder = temporaryFolder()
  const { nodes, urls, stop } = await startRelayNodes({ folder })
  const clients: SignClient[] = []
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.stop()))
    await stop()
  })
  const [dapp, wallet] = [urls, [...urls].reverse()].map((relayUrl, index) => {
    const metadata = { name: `Client ${index}`, description: '', url: 'https://app.example', icons: [] }
    const client = createSignClient({ relayUrl, metadata, createWebSocket })
    clients.push(client)
    return client
  })
  if (dapp === undefined || wallet === undefined) throw new Error('There are two.')
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  const { id } = await wallet.pair({ pairingUri: proposed.pairingUri })
  await nodes[0]?.kill()
  const startedAt = performance.now()
  const { acknowledged } = await wallet.approve({ proposalId: id, namespaces: granted })
  const { topic } = await proposed.approval
  expect((await acknowledged).topic).toBe(topic)
  const waited = performance.now() - startedAt
  console.log(`a relay of two was killed: settled ${Math.round(waited)} ms later (promised: 2,000)`)
  expect(waited).toBeLessThan(nightLimit(2_000))

  const responses: Promise<unknown>[] = []
  wallet.on('sessionRequest', ({ id: requestId }) => {
    responses.push(wallet.respond({ topic, requestId, response: { result: 1 } }))
  })
  expect(await dapp.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: [] } })).toBe(1)
  await Promise.all(responses)
})
