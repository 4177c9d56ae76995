import { expect, test } from 'vitest'
import { stackAddresses } from './addresses.ts'

const common = { netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null }
const interfaces = {
  lo: [{ ...common, address: '127.0.0.1', family: 'IPv4' as const, internal: true }],
  eth0: [
    { ...common, address: 'fe80::1', family: 'IPv6' as const, internal: false, scopeid: 2 },
    { ...common, address: '192.0.2.7', family: 'IPv4' as const, internal: false },
  ],
}

test.each([
  ['127.0.0.1', 'localhost'],
  ['localhost', 'localhost'],
  ['0.0.0.0', '192.0.2.7'],
  ['::', '192.0.2.7'],
  ['::1', '[::1]'],
  ['192.0.2.7', '192.0.2.7'],
  ['my-machine.example', 'my-machine.example'],
])('stackAddresses: %s becomes %s, on four ports in a row', (host, name) => {
  expect(stackAddresses(host, 4400, interfaces)).toEqual({
    host: `http://${name}:4400`,
    wallet: `http://${name}:4401`,
    relay: `ws://${name}:4402`,
    registry: `http://${name}:4403`,
  })
})

test('stackAddresses: a machine without a network is localhost', () => {
  expect(stackAddresses('0.0.0.0', 4400, { lo: interfaces.lo }).host).toBe('http://localhost:4400')
})
