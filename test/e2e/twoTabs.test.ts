import { createSignClient } from '@hawser/sign'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { isNight } from '@hawser/test-kit/night'
import { untilState } from '@hawser/test-kit/untilState'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { isLinked, openCode, openHouse } from './openHouse.ts'

// Two pages of one visitor, without a browser. test/browser/modal/tabs.spec.ts tests them in a browser, with their storage and
// their socket.
const rounds = isNight ? 200 : 3

test(`F-L10 one visitor links one wallet on two pages at once: one row, ${rounds} of ${rounds}`, {
  timeout: 30_000 + rounds * 1_000,
}, async () => {
  const house = await openHouse()
  const metadata = { name: 'Twin', description: '', url: 'https://wallet.example', icons: [] }
  const wallet = createSignClient({ relayUrl: `ws://127.0.0.1:${house.port}`, metadata, createWebSocket })
  onTestFinished(() => wallet.stop())
  let account = privateKeyToAccount(generatePrivateKey())
  wallet.on('sessionRequest', async ({ id, topic, params }) => {
    const [raw] = params as readonly [`0x${string}`]
    const result = await account.signMessage({ message: { raw } })
    // Answers in flight when the test ends are not awaited.
    wallet.respond({ topic, requestId: id, response: { result } }).catch(() => {})
  })
  const approve = async (pairingUri: string) => {
    const { id } = await wallet.pair({ pairingUri })
    const eip155 = { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } as const
    const { acknowledged } = await wallet.approve({
      proposalId: id,
      namespaces: { eip155: { ...eip155, accounts: [`eip155:1:${account.address}`] } },
    })
    // The last pages close before they have acknowledged.
    acknowledged.catch(() => {})
  }

  const startedAt = performance.now()
  for (let round = 1; round <= rounds; round += 1) {
    account = privateKeyToAccount(generatePrivateKey())
    const pages = [await house.openLinker(), await house.openLinker()]
    await Promise.all(pages.map(openCode))
    const uris = pages.map((page) => page.getState().pairingUri ?? '')
    expect(new Set(uris).size).toBe(2)
    await Promise.all(uris.map(approve))
    await Promise.all(pages.map((page) => untilState(page, isLinked)))
    const ids = pages.map((page) => {
      const { flow } = page.getState()
      return flow.status === 'linked' ? flow.wallet.id : undefined
    })
    const rows = await house.link.linkedWallets('visitor')
    expect(rows).toHaveLength(round)
    const [row] = rows.filter(({ accountId }) => accountId === `eip155:1:${account.address}`)
    expect(ids).toEqual([row?.id, row?.id])
    for (const page of pages) page.stop()
  }
  console.log(`${rounds} rounds of two pages: ${Math.round((performance.now() - startedAt) / rounds)} ms each`)
})
