import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Deadline, onOver, withDeadline } from './deadline.ts'

const late = () => new Error('late')

test('withDeadline: an answer that arrived while the process was busy is in time', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const near = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  const [[far]] = await Promise.all([once(server, 'connection'), once(near, 'connect')])
  const answered = withDeadline(20, late, async () => String((await once(near, 'data'))[0]))
  far.on('error', () => {})
  far.end('an answer')
  const startedAt = performance.now()
  while (performance.now() - startedAt < 100);
  expect(await answered).toBe('an answer')
  near.destroy()
})

test('withDeadline: fails in time, and tells the work that waits', async () => {
  let isTold = false
  const work = (deadline: Deadline) =>
    new Promise<void>(() => {
      onOver(deadline, () => {
        isTold = deadline.isOver
      })
    })
  await expect(withDeadline(10, late, work)).rejects.toThrow('late')
  expect(isTold).toBe(true)
})
