import {
  type AuthenticationRequest,
  createCacao,
  formatAuthenticationMessage,
  formatRecap,
  narrowRecap,
  recapOf,
} from '@hawser/wire'
import { expect, onTestFinished, test } from 'vitest'
import { createSignClient } from './createSignClient.ts'
import { account, asked, createTestClients } from './testClients.conformance.ts'

const request: AuthenticationRequest = {
  chains: ['eip155:1', 'eip155:10'],
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: '0123456789abcdef',
  issuedAt: '2026-11-22T03:00:00.000Z',
  requestId: 'challenge-1',
  statement: 'Link this wallet.',
  methods: ['personal_sign'],
}

function start() {
  const house = createTestClients()
  const signer = createSignClient({
    relayUrl: 'ws://relay.test',
    metadata: { name: 'Signer', description: '', url: 'https://wallet.example', icons: [] },
    now: house.clock.now,
    setTimer: house.clock.setTimer,
    createWebSocket: house.relay.createWebSocket,
    authenticates: true,
  })
  signer.on('failure', ({ code }) => house.failures.push(code))
  onTestFinished(async () => {
    await Promise.all([signer.stop(), house.stop()])
  })
  return { ...house, signer }
}

test('one tap: the dapp asks, the wallet signs, and both hold the same session', async () => {
  const { dapp, signer, failures } = start()
  const proposed = await dapp.propose({ optionalNamespaces: asked, authentication: request })
  expect(proposed.pairingUri).toContain('&methods=wc_sessionAuthenticate')
  const got = await signer.pair({ pairingUri: proposed.pairingUri })
  if (got.kind !== 'authentication') throw new Error('A request to sign in was expected.')
  expect(got.request).toEqual(request)
  const recap = formatRecap(narrowRecap(recapOf(got.request), { methods: ['personal_sign'], chains: ['eip155:1'] }))
  expect(formatAuthenticationMessage(got.request, account, recap)).toContain('Link this wallet. I further authorize')
  const cacao = createCacao({ request: got.request, accountId: account, signature: `0x${'11'.repeat(65)}`, recap })
  const granted = await signer.approveAuthentication({ requestId: got.id, cacaos: [cacao] })
  const session = await proposed.approval
  expect(await proposed.cacaos).toEqual([cacao])
  expect(session).toMatchObject({
    topic: granted.topic,
    role: 'dapp',
    acknowledged: true,
    namespaces: { eip155: { accounts: [account], methods: ['personal_sign'] } },
  })
  expect(dapp.sessions()).toEqual([session])
  await dapp.ping({ topic: session.topic })
  await signer.ping({ topic: session.topic })
  expect(failures).toEqual([])
})
