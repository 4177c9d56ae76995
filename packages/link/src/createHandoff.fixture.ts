// Test support. The ending keeps it out of the build.
import {
  type HandoffGrant,
  type HandoffPhoneStatus,
  type HandoffStart,
  type HandoffStatus,
  parseChallengeResponse,
  parseHandoffGrant,
  parseHandoffHop,
  parseHandoffPhoneStatus,
  parseHandoffStart,
  parseHandoffStatus,
} from '@hawser/wire'
import { expect } from 'vitest'
import { type Answer, createTestHost, origin, type TestHost, type TestWallet } from './createTestHost.fixture.ts'

export const handoff = { pageUrl: `${origin}/link/handoff` }

/** A host with both sides of a handoff: the screen, which has a session, and a phone, which has none. */
export type HandoffHost = TestHost & {
  post(path: string, sent?: { user?: string; session?: string; grant?: string; body?: unknown }): Promise<Answer>
  start(user?: string, session?: string): Promise<HandoffStart>
  status(id: string, user?: string, session?: string): Promise<HandoffStatus>
  hop(started: Pick<HandoffStart, 'id' | 'secret'>): Promise<Pick<HandoffStart, 'id' | 'secret'>>
  claim(started: Pick<HandoffStart, 'id' | 'secret'>): Promise<HandoffGrant>
  sign(id: string, grant: string, wallet: TestWallet): Promise<Answer>
  phone(id: string, grant: string): Promise<HandoffPhoneStatus>
  finish(id: string, digits: string | undefined, user?: string, session?: string): Promise<Answer>
  /** Runs a handoff of alice's, signed by this wallet, until the digits. */
  proven(wallet: TestWallet, user?: string): Promise<HandoffStart & { grant: string; digits: string }>
}

/** Creates a host app with handoffs, where the header x-test-session distinguishes the sessions of a user. */
export async function createHandoffHost(options: Parameters<typeof createTestHost>[0] = {}): Promise<HandoffHost> {
  const host = await createTestHost({
    handoff,
    hostUser: async (request) => {
      const id = request.headers.get('x-test-user')
      const sessionId = request.headers.get('x-test-session') ?? 'session of one browser'
      return id === null ? undefined : { id, label: `${id}@mail.example`, sessionId }
    },
    ...options,
  })
  const post: HandoffHost['post'] = (path, { user, session, grant, body = {} } = {}) =>
    host.send(path, {
      method: 'POST',
      body,
      ...(user === undefined ? {} : { user }),
      headers: { 'x-test-session': session, authorization: grant && `Handoff ${grant}` },
    })
  const good = (answer: Answer) => {
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const start: HandoffHost['start'] = async (user = 'alice', session) =>
    parseHandoffStart(good(await post('/handoffs', { user, ...(session && { session }) })))
  const claim: HandoffHost['claim'] = async ({ id, secret }) =>
    parseHandoffGrant(good(await post(`/handoff/${id}/claim`, { body: { secret } })))
  const sign: HandoffHost['sign'] = async (id, grant, wallet) => {
    const body = { purpose: 'link', accountId: wallet.accountId, walletName: wallet.name }
    const { challengeId, message } = parseChallengeResponse(
      good(await post(`/handoff/${id}/challenges`, { grant, body })),
    )
    return post(`/handoff/${id}/proofs`, {
      grant,
      body: { purpose: 'link', challengeId, signature: wallet.sign(message) },
    })
  }
  return {
    ...host,
    post,
    start,
    claim,
    sign,
    status: async (id, user = 'alice', session) =>
      parseHandoffStatus(good(await host.send(`/handoffs/${id}`, { user, headers: { 'x-test-session': session } }))),
    hop: async ({ id, secret }) => ({
      id,
      secret: parseHandoffHop(good(await post(`/handoff/${id}/hop`, { body: { secret } }))).secret,
    }),
    phone: async (id, grant) =>
      parseHandoffPhoneStatus(
        good(await host.send(`/handoff/${id}`, { headers: { authorization: `Handoff ${grant}` } })),
      ),
    finish: (id, digits, user = 'alice', session) =>
      post(`/handoffs/${id}/finish`, { user, body: { digits }, ...(session && { session }) }),
    proven: async (wallet, user = 'alice') => {
      const started = await start(user)
      const { grant } = await claim(started)
      const { digits = '' } = parseHandoffPhoneStatus(good(await sign(started.id, grant, wallet)))
      return { ...started, grant, digits }
    },
  }
}

/** Returns digits that differ from the given ones. */
export function wrongDigits(digits: string): string {
  return `${(Number(digits) + 1) % 1_000_000}`.padStart(6, '0')
}
