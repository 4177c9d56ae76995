import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asked, createTestClients, granted, next } from '../testing/testClients.fixture.ts'

// Frameworks change objects: Vue and MobX wrap them in proxies, Immer hands out drafts that are revoked, and stores
// freeze them.
let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

/** Creates a draft like Immer's: a proxy that throws, with every object in it, once the recipe has returned. */
function draftOf<T extends object>(value: T): { readonly draft: T; revoke(): void } {
  const revokes: (() => void)[] = []
  const wrap = <Part extends object>(part: Part): Part => {
    const { proxy, revoke } = Proxy.revocable(part, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'object' || found === null) return found
        return Array.isArray(found) || Object.getPrototypeOf(found) === Object.prototype ? wrap(found) : found
      },
    })
    revokes.push(revoke)
    return proxy
  }
  const draft = wrap(value)
  return {
    draft,
    revoke() {
      for (const revoke of revokes) revoke()
    },
  }
}

/** Calls a function with a draft that is revoked when the call has returned. */
function withDraft<P extends object, Result>(call: (params: P) => Result, params: P): Result {
  const { draft, revoke } = draftOf(params)
  try {
    return call(draft)
  } finally {
    revoke()
  }
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const part of Object.values(value)) freezeDeep(part)
    Object.freeze(value)
  }
  return value
}

const request = { method: 'personal_sign', params: ['0x00', { deep: ['x'] }] }

async function walkThrough(change: <P extends object, R>(call: (params: P) => R, params: P) => R) {
  const { dapp, wallet } = house
  const properties = { sessionProperties: { a: 'b' }, scopedProperties: { eip155: { list: [1] } } }
  const proposed = await change(dapp.propose, { requiredNamespaces: asked, ...properties })
  const proposal = await change(wallet.pair, { pairingUri: proposed.pairingUri })
  const approve = { proposalId: proposal.id, namespaces: granted, ...properties }
  const { acknowledged } = await change(wallet.approve, approve)
  const session = await proposed.approval
  await acknowledged
  const { topic } = session
  const answered = change(dapp.request, { topic, chainId: 'eip155:1', request } as const)
  const heard = await next(wallet, 'sessionRequest')
  expect(heard.params).toEqual(request.params)
  await change(wallet.respond, { topic, requestId: heard.id, response: { result: { list: [1, 2] } } })
  expect(await answered).toEqual({ list: [1, 2] })
  const updated = next(dapp, 'sessionUpdated')
  await change(wallet.update, {
    topic,
    namespaces: { eip155: { ...granted.eip155, methods: ['personal_sign', 'eth_sign'] } },
  })
  expect((await updated).namespaces.eip155?.methods).toEqual(['personal_sign', 'eth_sign'])
  const told = next(dapp, 'sessionEvent')
  await change(wallet.emit, {
    topic,
    chainId: 'eip155:1',
    event: { name: 'chainChanged', data: { chainId: 1 } },
  } as const)
  expect((await told).event.data).toEqual({ chainId: 1 })
  await change(dapp.ping, { topic })
  const deleted = next(wallet, 'sessionDeleted')
  await change(dapp.disconnect, { topic, reason: { code: 6000, message: 'Bye.' } })
  expect((await deleted).reason).toEqual({ code: 6000, message: 'Bye.' })
  expect(house.failures).toEqual([])
  return { session, proposal, heard }
}

test('accepts drafts that are revoked when a call returns', async () => {
  await walkThrough(withDraft)
})

test('accepts frozen params, and survives frozen results', async () => {
  for (const client of [house.dapp, house.wallet]) {
    client.on('sessionSettled', freezeDeep)
    client.on('sessionUpdated', freezeDeep)
    client.on('sessionAcknowledged', freezeDeep)
    client.on('proposal', freezeDeep)
    client.on('sessionRequest', freezeDeep)
  }
  await walkThrough((call, params) => call(freezeDeep(structuredClone(params))))
})

test('accepts frozen or draft options', async () => {
  const metadata = { name: 'App', description: '', url: 'https://app.example', icons: ['https://app.example/i.png'] }
  const { draft, revoke } = draftOf({ metadata, relayUrl: ['ws://relay.test'] })
  const dapp = house.create(house.storages.dapp, draft)
  revoke()
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  const proposal = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  expect(proposal.proposer.metadata).toEqual(metadata)
  const frozen = house.create(house.storages.wallet, freezeDeep({ metadata: structuredClone(metadata) }))
  await frozen.ready()
})

test('works behind a proxy, as in Vue, and with its methods destructured', async () => {
  const reactive = new Proxy(house.dapp, { get: (target, name, receiver) => Reflect.get(target, name, receiver) })
  const { propose, sessions } = reactive
  const proposed = await propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  const { topic } = await proposed.approval
  expect(sessions().map((session) => session.topic)).toEqual([topic])
  await reactive.ping({ topic })
  await reactive.disconnect({ topic })
})

describe('results are plain data:', () => {
  test('session, proposal and request survive JSON and structuredClone', async () => {
    const { session, proposal, heard } = await walkThrough((call, params) => call(params))
    for (const result of [session, proposal, heard]) {
      expect(structuredClone(result)).toEqual(result)
      expect(JSON.parse(JSON.stringify(result))).toEqual(result)
    }
  })
})
