import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { startRedis, startRedisCluster } from '@hawser/test-kit/startRedis'
import { afterEach, expect, test } from 'vitest'
import { messageIdOf } from '../../packages/relay/src/mailboxes/mailbox.ts'
import { createTestIdentity } from '../../packages/relay/src/server/createTestClient.fixture.ts'
import { startFaultProxy } from './faultProxy.ts'
import { type FaultRun, startFaultRun } from './faultRun.ts'
import { createLoadClient, type LoadClient } from './loadClient.ts'
import { unlimitedRates } from './relayNodes.ts'
import { startRelayProcess, stopRelayProcesses } from './relayProcess.ts'
import { pause, until } from './wait.ts'

const killCounts = isNight ? { redis: 100, cluster: 30 } : { redis: 4, cluster: 1 }
const approvalsPerKill = 20
// One wallet makes all approvals, and one dapp receives all of them at the end: more than the default limits allow.
const roomForAll = ['--max-subscriptions', '100000', '--max-queued', '10000']
let run: FaultRun
const stops: (() => Promise<void>)[] = []
const clients: LoadClient[] = []

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()))
  await stopRelayProcesses()
  for (const stop of stops.splice(0).reverse()) await stop()
  run.stop()
})

/** The stores of the node that is killed and of the other node. */
type Stores = { readonly victim: string; readonly other: string }

async function startStores(kind: 'redis' | 'cluster'): Promise<Stores> {
  if (kind === 'cluster') {
    // The two halves are in different slots, so each is stored separately.
    const cluster = await startRedisCluster(3)
    stops.push(cluster.stop)
    const urls = cluster.urls.join(',')
    return { victim: urls, other: urls }
  }
  const redis = await startRedis()
  stops.push(redis.stop)
  // A distant Redis leaves time to die between two of its answers.
  const schedule = () => [{ kind: 'latency', ms: 5, jitterMs: 5 } as const]
  const proxy = await startFaultProxy({ targetPort: redis.port, random: run.random, schedule })
  stops.push(proxy.stop)
  return { victim: `redis://127.0.0.1:${proxy.port}`, other: redis.url }
}

type Approval = {
  readonly pairingTopic: string
  readonly sessionTopic: string
  readonly sessionProposalResponse: string
  readonly sessionSettlementRequest: string
}
const create = (options: Parameters<typeof createLoadClient>[0]) => {
  const client = createLoadClient({ ledger: run.ledger, ...options })
  clients.push(client)
  return client
}
const hex = () => randomBytes(32).toString('hex')
const halvesOf = (approval: Approval) =>
  [
    [approval.pairingTopic, approval.sessionProposalResponse],
    [approval.sessionTopic, approval.sessionSettlementRequest],
  ] as const

test.each([
  { kind: 'redis', id: 'F-R17', on: 'one Redis' },
  { kind: 'cluster', id: 'F-R17 cluster', on: 'a cluster of three' },
] as const)(
  'F-R17: a node killed in wc_approveSession on $on keeps no response without its settlement',
  async ({ kind, id }) => {
    const kills = killCounts[kind]
    run = startFaultRun(id, kills)
    const stores = await startStores(kind)
    const nodeOf = (url: string, name: string) =>
      startRelayProcess({
        args: ['--data', join(run.folder, name), ...unlimitedRates, ...roomForAll],
        environment: { HAWSER_RELAY_REDIS_URL: url },
      })
    const [victim, other] = await Promise.all([nodeOf(stores.victim, 'victim'), nodeOf(stores.other, 'other')])
    const got = new Map<string, number>()
    const dapp = create({
      urls: [other.url],
      beforeAck: ({ message }) => got.set(message, (got.get(message) ?? 0) + 1),
    })
    const identity = createTestIdentity()
    const approvals: Approval[] = []
    const answered = new Set<Approval>()
    const approve = async (wallet: LoadClient, approval: Approval, tries: number) => {
      const answer = await wallet.request('wc_approveSession', { ...approval, ttl: 3_600, correlationId: 1 })
      if (answer?.kind !== 'result') return
      answered.add(approval)
      for (const [, message] of halvesOf(approval))
        run.ledger.write({ kind: 'acked', id: messageIdOf(message), tries, connection: 1, at: performance.now() })
    }

    const approveSome = async (wallet: LoadClient) => {
      const some = Array.from({ length: approvalsPerKill }, (): Approval => {
        const [sessionProposalResponse, sessionSettlementRequest] = [`response ${hex()}`, `settlement ${hex()}`]
        return { pairingTopic: hex(), sessionTopic: hex(), sessionProposalResponse, sessionSettlementRequest }
      })
      approvals.push(...some)
      for (const [topic, message] of some.flatMap(halvesOf)) {
        const line = {
          id: messageIdOf(message),
          clientId: identity.clientId,
          topic,
          connection: 1,
          at: performance.now(),
        }
        run.ledger.write({ kind: 'publish', ...line })
      }
      await Promise.all(some.map((approval) => approve(wallet, approval, 1)))
    }
    let tookMs = 0
    // In some runs every kill lands before or after an approval. Extra kills follow until one lands inside an approval.
    const isDone = (kill: number) => kill >= kills && (answered.size < approvals.length || kill >= 4 * kills)
    for (let kill = 0; !isDone(kill); kill += 1) {
      if (kill > 0) await victim.restart()
      const wallet = createLoadClient({ urls: [victim.url], identity })
      await until('the wallet is connected', () => wallet.isConnected(), 20_000)
      // Measures an undisturbed run, so that the kills can be spread over its duration.
      const startedAt = performance.now()
      await approveSome(wallet)
      tookMs = performance.now() - startedAt
      const asked = approveSome(wallet)
      await pause(run.random.next() * tookMs)
      await victim.kill()
      run.strike('killed while it approved')
      await Promise.all([asked, wallet.stop()])
    }

    const topics = approvals.flatMap(({ pairingTopic, sessionTopic }) => [pairingTopic, sessionTopic])
    for (let start = 0; start < topics.length; start += 500) await dapp.subscribe(topics.slice(start, start + 500))
    // By then every stored message is delivered.
    await pause(isNight ? 30_000 : 1_500)
    const keptOf = (approval: Approval) => halvesOf(approval).map(([, message]) => got.has(message))
    const countOf = (response: boolean, settlement: boolean, among: readonly Approval[] = approvals) =>
      among.filter((approval) => String(keptOf(approval)) === String([response, settlement])).length
    const unanswered = approvals.filter((approval) => !answered.has(approval))
    const figures = {
      approvals: approvals.length,
      'not answered': unanswered.length,
      'of these kept': countOf(true, true, unanswered),
      'one takes, ms': Math.round(tookMs),
      'response alone': countOf(true, false),
      'settlement alone': countOf(false, true),
    }

    const retrying = create({ urls: [other.url], identity })
    await until('the wallet is connected', () => retrying.isConnected())
    await Promise.all(unanswered.map((approval) => approve(retrying, approval, 2)))
    await until('all are delivered', () => countOf(true, true) === approvals.length).catch(() => {})
    const verdict = run.finish(figures)
    expect(figures['response alone']).toBe(0)
    // A cluster stores the settlement first. Its topic is in the response.
    if (kind === 'redis') expect(figures['settlement alone']).toBe(0)
    expect(answered.size).toBe(approvals.length)
    expect(verdict).toMatchObject({ lost: [], duplicated: [], repeated: [], uncalledFor: [], indeterminate: 0 })
    // Otherwise no kill landed inside an approval.
    expect(unanswered.length).toBeGreaterThan(0)
  },
  600_000,
)
