import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePorts, runProcess } from './runProcess.ts'

/** Starts a process that takes ports as a Playwright worker does, prints them, and stays alive without listening on any. */
async function startAsker(count: number) {
  const asker = runProcess('test/browser/processes/askPorts.ts', [String(count)])
  const ports: readonly number[] = JSON.parse(await asker.line(/^\[/))
  return { ports, stop: asker.stop }
}

test('freePorts: no two callers get the same ports, in one process or in several', async () => {
  const count = 400
  const [one, other] = await Promise.all([startAsker(count), startAsker(count)])
  try {
    const own = await Promise.all(Array.from({ length: count }, freePorts))
    const all = [...one.ports, ...other.ports, ...own].flatMap((first) => [0, 1, 2, 3].map((offset) => first + offset))
    // 1,200 of 2,500 rows are taken: if processes did not hold them, many would be taken twice.
    expect(new Set(all).size).toBe(3 * 4 * count)
  } finally {
    await Promise.all([one.stop(), other.stop()])
  }
})

test('freePorts: all four accept a listener', async () => {
  const first = await freePorts()
  const servers = [0, 1, 2, 3].map((offset) => createServer().listen(first + offset, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((done) => server.once('listening', done))))
  for (const server of servers) server.close()
  expect(servers.length).toBe(4)
})
