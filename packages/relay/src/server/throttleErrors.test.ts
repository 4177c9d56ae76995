import { expect, test } from 'vitest'
import { throttleErrors } from './throttleErrors.ts'

function start() {
  const lines: string[] = []
  const write = (level: string) => (fields: object, text: string) =>
    lines.push(`${level} ${text} ${JSON.stringify(fields)}`)
  const clock = { ms: 0 }
  const logger = { info: write('info'), warn: write('warn'), error: write('error') }
  return { lines, clock, quiet: throttleErrors(logger, () => clock.ms) }
}

test('F-R6: logs the same error once a second, with its count', () => {
  const { lines, clock, quiet } = start()
  for (let count = 0; count < 1_000; count += 1) quiet.error({ code: 'a' }, 'failed')
  quiet.error({ code: 'b' }, 'failed')
  clock.ms = 1_000
  quiet.error({ code: 'a' }, 'failed')
  expect(lines).toEqual([
    'error failed {"code":"a"}',
    'error failed {"code":"b"}',
    'error failed {"code":"a","count":1000}',
  ])
})

test('logs each value that is not an error, and remembers different errors for a limited time', () => {
  const { lines, quiet } = start()
  for (let count = 0; count < 3; count += 1) quiet.info({}, 'came')
  quiet.warn({}, 'odd')
  for (let count = 0; count < 200; count += 1) quiet.error({ count }, 'failed')
  expect(lines).toHaveLength(204)
})
