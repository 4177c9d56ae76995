import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { sharedPostgres } from '@hawser/test-kit/sharedServers'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { parseChallengeResponse, parseLinkedWallet } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createTestWallet } from '../createTestHost.fixture.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { type ServerChild, startServerChild } from './serverChild.fixture.ts'
import { openAnyStore } from './storeChild.fixture.ts'

const postgres = sharedPostgres()

const kills = isNight ? 100 : 1

/** A sent proof, and its answer if one arrived before the server was killed. */
type Sent = {
  readonly user: string
  readonly body: { readonly purpose: 'link'; readonly challengeId: string; readonly signature: string }
  confirmed: string | undefined
}

/** Lets visitors link, four at a time and each with another wallet, until the server is killed. */
async function linkUntilKilled(server: ServerChild, round: number): Promise<readonly Sent[]> {
  const sent: Sent[] = []
  let begun = 0
  const work = async () => {
    for (;;) {
      const number = round * 100 + begun++
      const user = `user${number}`
      const wallet = createTestWallet(number)
      const asked = await server.send(user, '/challenges', { purpose: 'link', accountId: wallet.accountId })
      const { challengeId, message } = parseChallengeResponse(JSON.parse(asked.text))
      const proof: Sent = {
        user,
        body: { purpose: 'link', challengeId, signature: wallet.sign(message) },
        confirmed: undefined,
      }
      sent.push(proof)
      const answer = await server.send(user, '/proofs', proof.body)
      expect(answer.status, answer.text).toBe(201)
      proof.confirmed = answer.text
      // Kills the server while another proof is open.
      const open = sent.filter(({ confirmed }) => confirmed === undefined)
      if (open.length > 0 && sent.length - open.length > round % 9) await server.kill()
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: 4 }, work))
  for (const end of ended) if (end.status === 'rejected') expect(String(end.reason)).toMatch(/fetch failed|terminated/)
  return sent
}

/** Checks how the next server treats the sent proofs. */
async function checkSent(server: ServerChild, store: LinkStore, sent: readonly Sent[]): Promise<void> {
  for (const { user, body, confirmed } of sent) {
    const rows = await store.linkedWallets(user)
    if (confirmed !== undefined) expect(rows.map(({ id }) => id)).toEqual([parseLinkedWallet(JSON.parse(confirmed)).id])
    // Each row has its proof, from the only challenge that its user was given.
    for (const { proof } of rows) expect(proof.challengeId).toBe(body.challengeId)
    const again = await server.send(user, '/proofs', { ...body, again: true })
    // A visitor with an answer gets it again. The others link now, find what was linked, or need a new text.
    if (rows.length > 0) expect(again.status, again.text).toBe(201)
    if (confirmed !== undefined) expect(again.text).toBe(confirmed)
    if (again.status !== 201)
      expect(again).toMatchObject({ status: 404, text: expect.stringContaining('challenge_unknown') })
    // A challenge that was answered twice would leave a second event.
    const history = await store.history(user, { before: undefined, limit: 9 })
    expect(history.map(({ type }) => type)).toEqual(again.status === 201 ? ['linked'] : [])
    expect((await server.send(user, '/wallets')).text).toBe(
      JSON.stringify({ wallets: again.status === 201 ? [JSON.parse(again.text)] : [] }),
    )
  }
}

test.each([
  ['SQLite', async () => join(temporaryFolder(), 'link.sqlite')],
  ['PostgreSQL', () => postgres.newSchema()],
] as const)(
  `F-L16: kill -9 of the server while visitors link, %s, ×${kills}: every 201 is there`,
  async (_, makeTarget) => {
    const target = await makeTarget()
    let server = await startServerChild(target)
    const store = await openAnyStore(target)
    let confirmed = 0
    let open = 0
    try {
      for (let round = 0; round < kills; round += 1) {
        const sent = await linkUntilKilled(server, round)
        server = await startServerChild(target)
        await checkSent(server, store, sent)
        confirmed += sent.filter((proof) => proof.confirmed !== undefined).length
        open += sent.filter((proof) => proof.confirmed === undefined).length
      }
    } finally {
      await server.kill()
      await store.stop()
    }
    // If no proof was open at a kill, the test shows nothing.
    expect(confirmed).toBeGreaterThanOrEqual(kills)
    expect(open).toBeGreaterThan(0)
  },
  kills * 20_000,
)
