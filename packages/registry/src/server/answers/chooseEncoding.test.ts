import { expect, test } from 'vitest'
import { chooseEncoding } from './chooseEncoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8;x=1, gzip;q=0.8', 'br'],
  ['gzip;q=0', 'identity'],
  ['gzip;q=x', 'identity'],
  ['gzip;q=2', 'identity'],
  ['*', 'identity'],
  ['identity;q=0', 'identity'],
  ['x-gzip, brr', 'identity'],
  [`br, ${'a, '.repeat(200)}`, 'identity'],
])('chooseEncoding: for %j it is %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})
