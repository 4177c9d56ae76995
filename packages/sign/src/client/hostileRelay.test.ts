import { isNight } from '@hawser/test-kit/night'
import { BaseError } from '@hawser/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { address, asked, createTestClients, granted } from '../testing/testClients.fixture.ts'

// A relay that drops, repeats and reorders messages, swaps topics, changes bytes, sends rubbish and cuts sockets. The
// relay has no key, so a session must come out right or fail with a code: never a wrong session, never a promise that
// waits forever.

const acts = ['pass', 'drop', 'repeat', 'hold', 'swap', 'flip', 'rubbish', 'cut', 'replay'] as const

function flip(message: string, at: number): string {
  const index = at % message.length
  const other = message[index] === 'A' ? 'B' : 'A'
  return `${message.slice(0, index)}${other}${message.slice(index + 1)}`
}

const runs = isNight ? 500 : 20

test('a session settles right or fails with a code, whatever the relay does', async () => {
  let settled = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat()), { maxLength: 24 }), async (script) => {
      const house = createTestClients()
      const seen: { topic: string; message: string }[] = []
      const held: (() => void)[] = []
      let pushes = 0
      house.relay.behaviour.keeps = true
      house.relay.behaviour.push = (delivery, forward, forwardText) => {
        const [act, at] = script[pushes] ?? ['pass', 0]
        pushes += 1
        seen.push(delivery)
        const old = seen[at % seen.length] ?? delivery
        if (act === 'hold') return void held.push(() => forward(delivery))
        if (act === 'swap') return forward({ ...delivery, topic: old.topic })
        if (act === 'flip') forward({ ...delivery, message: flip(delivery.message, at) })
        if (act === 'rubbish') forwardText(`${at}{"method"`)
        if (act === 'cut') return void queueMicrotask(house.relay.cut)
        if (act === 'drop') return
        forward(delivery)
        if (act === 'repeat') forward(delivery)
        if (act === 'replay') forward({ ...delivery, ...old })
        for (const release of held.splice(0)) release()
      }
      const requests: number[] = []
      house.wallet.on('sessionRequest', ({ id, topic, params }) => {
        requests.push(id)
        house.wallet.respond({ topic, requestId: id, response: { result: params } }).catch(() => {})
      })
      const params = ['0x00', address]
      const proposed = await house.dapp.propose({ optionalNamespaces: asked })
      const linking = (async () => {
        const proposal = await house.wallet.pair({ pairingUri: proposed.pairingUri })
        const { session } = await house.wallet.approve({ proposalId: proposal.id, namespaces: granted })
        const own = await proposed.approval
        expect(own).toMatchObject({ topic: session.topic, namespaces: granted, controller: session.controller })
        expect(own.peer.publicKey).toBe(session.self.publicKey)
        const request = { method: 'personal_sign', params }
        return house.dapp.request({ topic: own.topic, chainId: 'eip155:1', request })
      })()
      let isOver = false
      const over = Promise.allSettled([linking, proposed.approval, proposed.published]).then((outcomes) => {
        isOver = true
        return outcomes
      })
      // At most two hours on the client's clock, which is longer than any wait.
      for (let step = 0; step < 720 && !isOver; step += 1) {
        await house.clock.advance(10_000)
      }
      expect(isOver).toBe(true)
      const [outcome, approval] = await over
      if (outcome.status === 'fulfilled') {
        settled += 1
        expect(outcome.value).toEqual(params)
      } else expect(outcome.reason).toBeInstanceOf(BaseError)
      if (approval?.status === 'rejected') expect(approval.reason).toBeInstanceOf(BaseError)
      expect(new Set(requests).size).toBe(requests.length)
      expect(house.dapp.sessions().length).toBeLessThan(2)
      await house.stop()
    }),
    { numRuns: runs },
  )
  // The test proves nothing if no link ever gets through.
  expect(settled).toBeGreaterThan(runs / 5)
})

test('T-92: counts one message of a thousand that does not open, and handles the others', async () => {
  const house = createTestClients()
  const { topic } = await house.settle()
  let pushes = 0
  house.relay.behaviour.push = (delivery, forward) => {
    if (delivery.tag === 1108) pushes += 1
    const isBad = delivery.tag === 1108 && pushes === 500
    forward(isBad ? { ...delivery, message: flip(delivery.message, 60) } : delivery)
  }
  house.wallet.on('sessionRequest', ({ id, params }) => {
    void house.wallet.respond({ topic, requestId: id, response: { result: params } })
  })
  const before = house.failures.length
  let answered = 0
  for (let sent = 0; sent < 1_000; sent += 20) {
    const requests = Array.from({ length: 20 }, (_, index) => {
      const params = [`0x${sent + index}`, address]
      return house.dapp.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params } })
    })
    for (const request of requests) {
      request.then(
        () => {
          answered += 1
        },
        () => {},
      )
    }
    await expect.poll(() => pushes).toBe(sent + 20)
  }
  await expect.poll(() => answered).toBe(999)
  expect(house.failures.slice(before)).toEqual(['envelope_invalid'])
  await house.stop()
})
