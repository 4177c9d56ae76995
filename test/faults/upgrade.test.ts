import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { afterEach, expect, test } from 'vitest'
import { buildRelay, hasCommit } from './buildRelay.ts'
import { allKept, type FaultRun, startFaultRun } from './faultRun.ts'
import { type Load, startLoad, steadyPerSecond } from './load.ts'
import { type RelayNodes, startRelayNodes } from './relayNodes.ts'
import { startRelayProcess, stopRelayProcesses } from './relayProcess.ts'
import { readFormat, writeFormat } from './sqliteFiles.ts'
import { pause } from './wait.ts'

// A relay of an earlier version, next to one of this version or on its data.
const allAcked = { ...allKept, refused: 0, indeterminate: 0 }
const lengthMs = isNight ? 30_000 : 1_000
/** The first commit whose Redis mailboxes use schema 4, like today's. */
const firstOfSchema4 = '5f90c709'
/** The last commit that wrote SQLite files of format 1. */
const lastOfFormat1 = '96663c9'
let run: FaultRun
let nodes: RelayNodes | undefined
let load: Load | undefined

afterEach(async () => {
  await load?.stop()
  await nodes?.stop()
  load = undefined
  nodes = undefined
  await stopRelayProcesses()
  run.stop()
})

/** Without the git history, this version replaces the earlier one, and the figures say so. */
const earlier = (commit: string) => buildRelay(hasCommit(commit) ? commit : undefined)
const nameOf = (commit: string) => (hasCommit(commit) ? `commit ${commit}` : 'this one, there is no history')
/** Returns the exit code of a relay that does not start, and its output without log lines. */
const endOf = async (starting: Promise<unknown>) => {
  const text = await starting.then(
    () => 'it started',
    (error: Error) => error.message,
  )
  const [head = '', ...said] = text.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
  return { code: /ended with (\w+)/.exec(head)?.[1] ?? head, said }
}
const ackedAt = (url: string) =>
  load?.outcomes.filter((outcome) => outcome.kind === 'acked' && outcome.url === url).length ?? 0

test('F-R24: an earlier node replaced by this version on one Redis: nothing acked is lost', async () => {
  run = startFaultRun('F-R24', 2)
  const program = await earlier(firstOfSchema4)
  const args = ['--drain-grace', '1', '--drain-spread', '1']
  nodes = await startRelayNodes({
    ...{ folder: run.folder, args },
    processOf: (index) => (index === 0 ? { program } : {}),
  })
  const [first] = nodes.nodes
  const { urls, redis } = nodes
  load = await startLoad({ urls, ledger: run.ledger, messagesPerSecond: steadyPerSecond, topicCount: 100 })
  await pause(lengthMs)
  const sideBySide = urls.map(ackedAt)
  run.strike('an earlier node and one of this version, side by side')
  expect(await first?.end(), first?.log()).toBe(0)
  await first?.restart(await buildRelay())
  run.strike('the earlier node replaced')
  await pause(lengthMs)
  await load.finish()
  const verdict = run.finish({
    'the earlier': nameOf(firstOfSchema4),
    'acked by the earlier, side by side': sideBySide[0] ?? 0,
    'acked by this one': sideBySide[1] ?? 0,
  })
  expect(verdict).toMatchObject(allAcked)
  // Half of the rate that both together must sustain; by day, on a busy machine, any progress.
  expect(Math.min(...sideBySide)).toBeGreaterThan(isNight ? (lengthMs * steadyPerSecond) / 4_000 : 0)

  await redis.send('SET', 'hawser:schema', '5')
  const environment = { HAWSER_RELAY_REDIS_URL: redis.url }
  expect(await endOf(startRelayProcess({ args: ['--data', join(run.folder, 'late')], environment }))).toEqual({
    code: '1',
    said: [expect.stringMatching(/schema 5; this one reads 4/)],
  })
}, 300_000)

test('F-R24: a SQLite file of format 1, its relay killed, is taken over with all that was acked', async () => {
  run = startFaultRun('F-R24 SQLite', 1)
  const data = join(run.folder, 'data')
  const program = await earlier(lastOfFormat1)
  const node = await startRelayProcess({ program, args: ['--data', data] })
  load = await startLoad({ urls: [node.url], ledger: run.ledger, messagesPerSecond: steadyPerSecond, topicCount: 100 })
  await pause(lengthMs)
  await node.kill()
  const format = readFormat(data)
  await node.restart(await buildRelay())
  run.strike(`a file of format ${format} opened`)
  expect(readFormat(data)).toBe(3)
  await pause(lengthMs)
  await load.finish()
  const figures = { 'the earlier': nameOf(lastOfFormat1), 'format of the file': format }
  expect(run.finish(figures)).toMatchObject(allAcked)
  expect(format).toBe(hasCommit(lastOfFormat1) ? 1 : 3)

  await node.end()
  writeFormat(data, 4)
  expect(await endOf(node.restart())).toEqual({
    code: '1',
    said: [expect.stringMatching(/has format 4;.* reads format 3/)],
  })
  writeFormat(data, 3)
  // Conversely, the earlier version refuses the store of this version.
  const refused = hasCommit(lastOfFormat1) ? { code: '1', said: [expect.stringMatching(/later|format/)] } : undefined
  if (refused !== undefined) expect(await endOf(node.restart(program))).toEqual(refused)
}, 300_000)
