import { topicOf } from '../envelope/createPairing.ts'
import { bytesToHex, createKeyPair, deriveSymKey, hexToBytes } from '../envelope/keys.ts'
import { createWebCurves } from '../envelope/webCurves.ts'
import type { ProposedPairing } from '../proposer/proposer.ts'
import type { createTestClients } from './testClients.fixture.ts'

const curves = createWebCurves(crypto.subtle)
const metadata = { name: 'W', description: '', url: 'https://wallet.example', icons: [] }

/** Creates a wallet without a client: it has the keys of a pairing and of its session, and sends any message. */
export async function createHandmadeWallet(house: ReturnType<typeof createTestClients>, proposed: ProposedPairing) {
  await proposed.published
  const { pairingTopic } = proposed
  const sent = await house.unread(house.storages.dapp, pairingTopic)
  const found = sent.find(({ payload }) => payload.method === 'wc_sessionPropose')?.payload
  const { proposer } = (found?.params ?? {}) as { proposer: { publicKey: string } }
  const pairingKey = await house.symKeyOf(house.storages.dapp, pairingTopic)
  const keys = await createKeyPair(curves, (length) => crypto.getRandomValues(new Uint8Array(length)))
  const symKey = await deriveSymKey(curves, keys.privateKey, hexToBytes(proposer.publicKey))
  const publicKey = bytesToHex(keys.publicKey)
  const topic = await topicOf(symKey)
  /** Answers the proposal's id with these fields. */
  const answer = (body: object) =>
    house.relay.publish(pairingTopic, pairingKey, { id: found?.id, jsonrpc: '2.0', ...body })
  const say = (method: string, params: unknown) =>
    house.relay.publish(topic, bytesToHex(symKey), { id: house.clock.now() * 1000, jsonrpc: '2.0', method, params })

  return {
    topic,
    answer,
    /** Sends a request on the topic of the session. */
    say,
    /** Settles a session with these namespaces. */
    settle(namespaces: unknown, more: object = {}) {
      say('wc_sessionSettle', {
        relay: { protocol: 'irn' },
        controller: { publicKey, metadata },
        namespaces,
        expiry: Math.floor(house.clock.now() / 1000) + 604_800,
        ...more,
      })
      answer({ result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey } })
    },
  }
}
