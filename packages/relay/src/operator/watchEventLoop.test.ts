import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '../logger.ts'
import { watchEventLoop } from './watchEventLoop.ts'

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('watchEventLoop: reports how long the process was blocked', async () => {
  const said = new EventTarget()
  let fields: object = {}
  const warn = (what: object) => {
    fields = what
    said.dispatchEvent(new Event('said'))
  }
  const watch = watchEventLoop({ logger: { ...silentLogger, warn }, stallMs: 150, everyMs: 300 })
  onTestFinished(watch.stop)
  // The delay monitor needs a turn of the event loop to start.
  await wait(30)
  const heard = new Promise((resolve) => said.addEventListener('said', resolve, { once: true }))
  block(200)
  await heard
  expect(fields).toMatchObject({ withinMs: 300 })
  expect((fields as { longestMs: number }).longestMs).toBeGreaterThanOrEqual(150)
})
