import { createRelay, type Relay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { link, startOfficial, startOurs, stopAtEnd } from './parties.ts'
import { type PlainRelay, startPlainRelay } from './plainRelay.ts'

// Official clients and ours on a relay without wc_proposeSession and wc_approveSession, which our client tries first.
let relay: Relay
let plain: PlainRelay
let url: string

beforeEach(async () => {
  relay = createRelay({ logger: createRunLogger() })
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${port}`
  plain = await startPlainRelay(port)
})

afterEach(async () => {
  await plain.stop()
  await relay.stop()
})

// 2.21.8 does not fall back: its wallet needs these methods, so its wallet connects to our relay instead of the plain one.
test.each([
  ['2.11.3', 'sign-client-2.11', 'plain'],
  ['2.17.3', 'sign-client-2.17', 'plain'],
  ['2.21.8', '@walletconnect/sign-client', 'relay'],
])('our client falls back and links both ways with sign-client %s', async (_, packageName, place) => {
  const at = place === 'plain' ? plain.url : url
  const theirs = stopAtEnd(await startOfficial(packageName, { dapp: at, wallet: at }))
  const ours = stopAtEnd(startOurs({ dapp: plain.url, wallet: plain.url }))
  await link(ours.dapp, theirs.wallet)
  await link(theirs.dapp, ours.wallet)
  // Each of our clients tried its method once, and remembers for this connection that the relay does not know the method.
  await link(ours.dapp, theirs.wallet)
  await link(theirs.dapp, ours.wallet)
  expect(plain.refused.toSorted()).toEqual(['wc_approveSession', 'wc_proposeSession'])
})
