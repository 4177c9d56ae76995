import { expect, onTestFinished, test } from 'vitest'
import { changesSince, takeStock } from './globals.ts'

test('changesSince: nothing without a change', () => {
  expect(changesSince(takeStock())).toEqual([])
})

test.each<[string, () => void, () => void]>([
  [
    'hawserLeft',
    () => Reflect.set(globalThis, 'hawserLeft', 1),
    () => Reflect.deleteProperty(globalThis, 'hawserLeft'),
  ],
  ['process.env.HAWSER_LEFT', () => Reflect.set(process.env, 'HAWSER_LEFT', '1'), () => delete process.env.HAWSER_LEFT],
  [
    'Array.prototype.left',
    () => Reflect.set(Array.prototype, 'left', 1),
    () => Reflect.deleteProperty(Array.prototype, 'left'),
  ],
  ['listeners of left', () => process.on('left', () => {}), () => process.removeAllListeners('left')],
])('changesSince: %s', (name, change, undo) => {
  const before = takeStock()
  onTestFinished(undo)
  change()
  expect(changesSince(before)).toEqual([name])
})

test('changesSince: a replaced method', () => {
  const before = takeStock()
  const { now } = Date
  onTestFinished(() => {
    Date.now = now
  })
  Date.now = () => 0
  expect(changesSince(before)).toEqual(['Date.now'])
})
