import type { AccountId, LinkedWallet } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { createScriptedConnector, sessionOf, start } from './linker.fixture.ts'

const accountId: AccountId = 'eip155:1:0x1111111111111111111111111111111111111111'
const wallet: LinkedWallet = { id: 'w1', accountId, walletName: 'Wallet', linkedAt: 1 }
type Answer = Response | Error

const refuse = (status: number, code: string) => Response.json({ code, message: code }, { status })
const accepted = () => Response.json(wallet, { status: 201 })

/** Opens a page whose wallet has signed, and whose link API gives these answers to proofs in turn. */
async function prove(...answers: readonly Answer[]) {
  const timers = createTimers()
  const { connector, pairings, ended: topics } = createScriptedConnector(timers)
  const proofs: object[] = []
  const challenges: string[] = []
  let signatures = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (init?.method === 'HEAD') return new Response()
    if (!String(input).endsWith('/proofs')) {
      const challengeId = `challenge${challenges.length}`.padEnd(24, '0')
      challenges.push(challengeId)
      return Response.json({ challengeId, message: 'text', expiresAt: timers.now() + 300_000 }, { status: 201 })
    }
    const answer = answers[proofs.length] ?? accepted()
    proofs.push(JSON.parse(String(init?.body)))
    if (answer instanceof Error) throw answer
    return answer
  }
  const signMessage = async () => {
    signatures += 1
    return `0x${String(signatures).padStart(2, '0')}`
  }
  const { linker } = await start({ timers, linkUrl: '/link', fetch, connector: { ...connector, signMessage } })
  linker.send({ type: 'opened' })
  pairings[0]?.approve({ session: sessionOf('topic-1'), accountId })
  const ended = async () => {
    do await timers.advance(500)
    while (!['linked', 'failed'].includes(linker.getState().flow.status))
    return linker.getState().flow
  }
  await ended()
  return {
    linker,
    proofs,
    topics,
    asked: () => ({ challenges: challenges.length, signatures }),
    retry() {
      linker.send({ type: 'retried' })
      return ended()
    },
  }
}

test.each<[string, () => Answer]>([
  ['that could not be checked', () => refuse(503, 'cannot_check_now')],
  ['that was one too many', () => refuse(429, 'too_many_requests')],
])('F-L15: Retry repeats a proof %s, without a second signature', async (_, first) => {
  const { retry, linker, proofs, asked } = await prove(first())
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { kind: 'linkRefused' } })
  expect(await retry()).toMatchObject({ status: 'linked', wallet })
  expect(proofs).toEqual([proofs[0], { ...proofs[0], again: true }])
  expect(asked()).toEqual({ challenges: 1, signatures: 1 })
})

test.each<[string, () => Answer]>([
  ['whose answer was lost', () => new TypeError('Failed to fetch')],
  ['on which the server broke', () => refuse(500, 'link_failed')],
  ['that was answered by no JSON', () => new Response('<h1>502</h1>', { status: 502 })],
])('F-L15: a proof %s is sent again until it has an answer, without a second signature', async (_, answer) => {
  const { retry, linker, proofs, asked } = await prove(answer(), answer())
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { kind: 'linkRefused' } })
  expect(await retry()).toMatchObject({ status: 'linked', wallet })
  const again = { ...proofs[0], again: true }
  expect(proofs).toEqual([proofs[0], again, again])
  expect(asked()).toEqual({ challenges: 1, signatures: 1 })
})

test('F-L15: a proof is sent again as often as needed', async () => {
  const busy = () => refuse(503, 'cannot_check_now')
  const { retry, linker, proofs, asked } = await prove(busy(), busy(), busy())
  for (let count = 1; count <= 3; count += 1) await retry()
  expect(linker.getState().flow.status).toBe('linked')
  expect(new Set(proofs.slice(1).map((proof) => JSON.stringify(proof)))).toEqual(
    new Set([JSON.stringify({ ...proofs[0], again: true })]),
  )
  expect([proofs.length, asked().signatures]).toEqual([4, 1])
})

test.each(['challenge_unknown', 'challenge_expired'])(
  'F-L15: if the challenge has ended (%s), Retry requests another signature at once',
  async (code) => {
    const { retry, proofs, asked } = await prove(refuse(503, 'cannot_check_now'), refuse(404, code), refuse(404, code))
    expect((await retry()).status).toBe('linked')
    // Sent once more after a moment: the server might still have been handling the first request.
    const again = { ...proofs[0], again: true }
    expect(proofs.slice(0, 3)).toEqual([proofs[0], again, again])
    expect(proofs[3]).not.toEqual(proofs[0])
    expect(asked()).toEqual({ challenges: 2, signatures: 2 })
  },
)

test('a refused proof is not sent again: Retry requests another signature', async () => {
  const { retry, proofs, asked } = await prove(refuse(400, 'proof_invalid'))
  await retry()
  expect(proofs[1]).not.toEqual(proofs[0])
  expect(asked()).toEqual({ challenges: 2, signatures: 2 })
})

test('closing the modal drops a kept proof', async () => {
  const { linker, topics } = await prove(refuse(503, 'cannot_check_now'))
  linker.send({ type: 'closed' })
  expect(linker.getState().flow).toEqual({ status: 'closed' })
  expect(topics).toEqual(['session-of-topic-1'])
})
