import { expect, test } from 'vitest'
import { isInternalAddress, lookupPublic, namesInternalAddress } from './internalAddress.ts'

test.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ],
  ...['::1', '::', 'fe80::1%eth0', 'fd00::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', 'ff02::1', ''],
])('isInternalAddress: %s is internal', (address) => expect(isInternalAddress(address)).toBe(true))

test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '203.0.113.7', '2606:4700::1111', '::ffff:1.1.1.1'])(
  'isInternalAddress: %s is not',
  (address) => expect(isInternalAddress(address)).toBe(false),
)

test.each([
  ['http://127.1/', true],
  ['http://0x7f000001/', true],
  ['http://2130706433/', true],
  ['ws://[::ffff:7f00:1]/', true],
  ['ws://1.1.1.1/', false],
  ['https://app.example/', false],
])('namesInternalAddress: %s %s', (url, expected) => expect(namesInternalAddress(new URL(url))).toBe(expected))

test.each([{ all: true }, { all: false }])('lookupPublic: refuses a name of this machine, %o', async (options) => {
  const code = await new Promise((resolve) => {
    lookupPublic('localhost', options, (error) => resolve(error?.code))
  })
  expect(code).toBe('address_internal')
})
