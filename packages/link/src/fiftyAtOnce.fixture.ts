// Test support. The ending keeps it out of the build.
import { expect } from 'vitest'
import type { Answer, TestHost } from './createTestHost.fixture.ts'

/** Posts one valid proof of a user fifty times at once (T-40): one is accepted, the others get 404 and change nothing. */
export async function fiftyAtOnce(host: TestHost, user: string, post: () => Promise<Answer>): Promise<void> {
  const count = async () => {
    const [last] = await host.store.history(user, { before: undefined, limit: 1 })
    return { history: last?.number ?? 0, taken: host.events.filter(({ type }) => type === 'linked').length }
  }
  const before = await count()
  const answers = await Promise.all(Array.from({ length: 50 }, post))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const answer of answers)
    if (answer.status !== 201) expect(answer).toMatchObject({ status: 404, body: { code: 'challenge_unknown' } })
  expect(await count()).toEqual({ history: before.history + 1, taken: before.taken + 1 })
}
