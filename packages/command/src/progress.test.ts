import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

function start(columns: number | undefined) {
  let at = 0
  const written: string[] = []
  const progress = createProgress({ columns, now: () => at, fail: (text) => void written.push(text) }, 'icons')
  const step = (done: number, afterMs: number, total?: number) => {
    at += afterMs
    progress.report(done, total)
  }
  return { written, progress, step }
}

test('createProgress: on a terminal one line updates, fits, and goes away', () => {
  const { written, progress, step } = start(12)
  step(1, 0, 3)
  step(2, 10, 3)
  step(3, 10, 3)
  progress.end()
  expect(written).toEqual(['\r\u001B[Kicons: 1 of', '\r\u001B[Kicons: 3 of', '\r\u001B[K'])
})

test('createProgress: a terminal that does not know its width gets the whole line', () => {
  const { written, step } = start(0)
  step(1, 0, 3)
  expect(written).toEqual(['\r\u001B[Kicons: 1 of 3'])
})

test('createProgress: in a pipe it writes plain lines, at most one in five seconds', () => {
  const { written, progress, step } = start(undefined)
  step(1, 0)
  step(2, 4_999)
  step(3, 1)
  step(4, 4_999, 4)
  progress.end()
  expect(written).toEqual(['icons: 3\n'])
})
