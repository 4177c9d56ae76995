import { expect, test } from 'vitest'
import { ServerBusyError } from '../../errors.ts'
import { createPasswordLimiter } from './passwordLimiter.ts'

test('createPasswordLimiter: refuses checks over the limit, and continues when one ends', async () => {
  const takeTurn = createPasswordLimiter(2)
  let finish = (_: string) => {}
  let fail = (_: Error) => {}
  const done = takeTurn(
    () =>
      new Promise<string>((resolve) => {
        finish = resolve
      }),
  )
  const failed = takeTurn(
    () =>
      new Promise<string>((_, reject) => {
        fail = reject
      }),
  )
  let isBegun = false
  const refused = takeTurn(async () => {
    isBegun = true
  })
  await expect(refused).rejects.toThrow(ServerBusyError)
  expect(isBegun).toBe(false)

  finish('done')
  expect(await done).toBe('done')
  expect(await takeTurn(async () => 'third')).toBe('third')
  fail(new Error('out of memory'))
  await expect(failed).rejects.toThrow('out of memory')
  const last = [takeTurn(async () => 'fourth'), takeTurn(async () => 'fifth')]
  expect(await Promise.all(last)).toEqual(['fourth', 'fifth'])
})
