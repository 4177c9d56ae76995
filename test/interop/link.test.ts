import { createDemoWallet } from '@hawser/app-wallet/headless'
import { createRelay, type Relay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { untilScreen } from '@hawser/test-kit/untilState'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestWallet } from '../../packages/link/src/createTestHost.fixture.ts'
import { startLinkPage } from './linkPage.ts'
import { startPeer } from './startPeer.ts'

// The whole link, including the proof and the stored row, with a third-party client on one side.
const { accountId, sign } = createTestWallet(7)

let relay: Relay
let relayUrl: string

beforeEach(async () => {
  relay = createRelay({ logger: createRunLogger() })
  relayUrl = (await relay.listen({ port: 0, host: '127.0.0.1' })).url
})

afterEach(async () => {
  await relay.stop()
})

test('walletkit links to our host: approves, signs the challenge, and the row is written', async () => {
  const page = await startLinkPage(relayUrl, ['eip155:1'])
  const wallet = await startPeer('./walletkitPeer.ts', { RELAY_URL: relayUrl })
  try {
    await wallet.call('pair', { uri: await page.open() })
    const proposal = (await wallet.next('proposal')) as { id: number }
    const namespaces = { eip155: { accounts: [accountId], methods: ['personal_sign'], events: [] } }
    const topic = await wallet.call('approve', { id: proposal.id, namespaces })

    const request = (await wallet.next('request')) as {
      id: number
      params: { request: { method: string; params: string[] } }
    }
    const text = Buffer.from(request.params.request.params[0]?.slice(2) ?? '', 'hex').toString()
    expect(request.params.request.method).toBe('personal_sign')
    expect(text).toContain("Link this wallet to the account 'alice' on localhost:4400.")
    await wallet.call('respond', { topic, response: { id: request.id, jsonrpc: '2.0', result: sign(text) } })

    expect(await page.ended()).toMatchObject({ status: 'linked', wallet: { walletName: 'Foreign Wallet' } })
    expect(await page.link.linkedWallets('alice')).toMatchObject([{ accountId }])
    // T-32: the page used the session only to get the proof.
    expect(await wallet.next('deleted')).toMatchObject({ topic })
    expect(wallet.outsideHosts()).toEqual([])
  } finally {
    await page.stop()
    await wallet.stop()
  }
})

test('our demo wallet approves and signs for sign-client', async () => {
  const dapp = await startPeer('./signClientPeer.ts', { RELAY_URL: relayUrl })
  const wallet = createDemoWallet({ relayUrl, url: 'https://wallet.example', createWebSocket, guardMs: 0 })
  try {
    const text = String(
      await dapp.call('connect', {
        namespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
      }),
    )
    wallet.send({ type: 'linkGiven', text })
    await untilScreen(wallet, 'proposal')
    wallet.send({ type: 'acceptChosen' })
    const session = (await dapp.next('settled')) as { topic: string; namespaces: { eip155: { accounts: string[] } } }
    const [account = ''] = session.namespaces.eip155.accounts

    const answered = dapp.call('request', {
      topic: session.topic,
      chainId: 'eip155:1',
      request: { method: 'personal_sign', params: ['0x68656c6c6f', account.slice('eip155:1:'.length)] },
    })
    await untilScreen(wallet, 'request')
    wallet.send({ type: 'acceptChosen' })
    expect(await answered).toMatch(/^0x[0-9a-f]{130}$/)
    expect(dapp.outsideHosts()).toEqual([])
  } finally {
    await wallet.stop()
    await dapp.stop()
  }
})
