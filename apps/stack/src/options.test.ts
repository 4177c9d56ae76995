import { expect, test } from 'vitest'
import { InvalidOptionError } from './errors.ts'
import { parseOptions } from './options.ts'

const defaults = {
  port: 4400,
  host: '127.0.0.1',
  dataDir: '.hawser',
  iconsDir: undefined,
  chains: undefined,
  isVerbose: false,
}

test.each([
  { args: [], env: {}, expected: defaults },
  { args: ['--port', '5000'], env: {}, expected: { ...defaults, port: 5000 } },
  { args: ['--port=65532'], env: {}, expected: { ...defaults, port: 65_532 } },
  { args: ['--port', '1'], env: {}, expected: { ...defaults, port: 1 } },
  {
    args: [],
    env: { HAWSER_PORT: '5100', HAWSER_DATA: '/srv/h' },
    expected: { ...defaults, port: 5100, dataDir: '/srv/h' },
  },
  { args: [], env: { HAWSER_PORT: '', HAWSER_DATA: '' }, expected: defaults },
  { args: ['--port', '5200'], env: { HAWSER_PORT: 'nonsense' }, expected: { ...defaults, port: 5200 } },
  { args: ['--data', 'x y', '--host', '0.0.0.0'], env: {}, expected: { ...defaults, host: '0.0.0.0', dataDir: 'x y' } },
  { args: ['--verbose'], env: {}, expected: { ...defaults, isVerbose: true } },
  { args: [], env: { HAWSER_ICONS: '/srv/icons' }, expected: { ...defaults, iconsDir: '/srv/icons' } },
  {
    args: [],
    env: { HAWSER_FRAMED_BY: 'https://a.example' },
    expected: { ...defaults, framedBy: ['https://a.example'] },
  },
  {
    args: ['--framed-by', 'http://localhost:3000, https://app.safe.global'],
    env: { HAWSER_FRAMED_BY: 'https://a.example' },
    expected: { ...defaults, framedBy: ['http://localhost:3000', 'https://app.safe.global'] },
  },
  { args: ['--icons', 'x'], env: { HAWSER_ICONS: 'y' }, expected: { ...defaults, iconsDir: 'x' } },
  {
    args: ['--chains', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp, eip155:1,eip155:1'],
    env: { HAWSER_CHAINS: 'nonsense' },
    expected: { ...defaults, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:1'] },
  },
  { args: [], env: { HAWSER_CHAINS: 'eip155:10' }, expected: { ...defaults, chains: ['eip155:10'] } },
  {
    args: ['--rpc', 'eip155:1=http://node.internal:8545, eip155:8453=https://base.example/v2/k?a=b&c=d'],
    env: { HAWSER_RPC: 'nonsense' },
    expected: {
      ...defaults,
      rpc: {
        'eip155:1': ['http://node.internal:8545'],
        'eip155:8453': ['https://base.example/v2/k?a=b&c=d'],
      },
    },
  },
  {
    args: [],
    env: {
      HAWSER_RPC: '\n  eip155:1=https://b.example/k,\n  eip155:10=https://o.example,\n  eip155:1=https://a.example\n',
    },
    expected: {
      ...defaults,
      rpc: { 'eip155:1': ['https://b.example/k', 'https://a.example'], 'eip155:10': ['https://o.example'] },
    },
  },
  {
    args: ['--rpc', 'eip155:1=https://b.example', '--rpc=eip155:1=https://a.example'],
    env: {},
    expected: { ...defaults, rpc: { 'eip155:1': ['https://b.example', 'https://a.example'] } },
  },
  { args: [], env: { HAWSER_RPC: '' }, expected: defaults },
  {
    args: ['--security-contact', 'mailto:security@app.example'],
    env: { HAWSER_SECURITY_CONTACT: 'nonsense' },
    expected: { ...defaults, securityContact: 'mailto:security@app.example' },
  },
  {
    args: [],
    env: { HAWSER_SECURITY_CONTACT: 'https://app.example/report' },
    expected: { ...defaults, securityContact: 'https://app.example/report' },
  },
  { args: [], env: { HAWSER_SECURITY_CONTACT: '' }, expected: defaults },
  { args: ['--host', '::1'], env: {}, expected: { ...defaults, host: '::1' } },
  { args: ['--host', 'my-machine.example'], env: {}, expected: { ...defaults, host: 'my-machine.example' } },
  { args: ['--help'], env: {}, expected: 'help' },
  { args: ['-h', '--port', '7'], env: {}, expected: 'help' },
])('parseOptions: $args with $env', ({ args, env, expected }) => {
  expect(parseOptions(args, env)).toEqual(expected)
})

test.each([
  { args: ['--port', '0'], env: {}, says: '--port' },
  { args: ['--port', '65533'], env: {}, says: '65532' },
  { args: ['--port', '-1'], env: {}, says: '--port' },
  { args: ['--port=-1'], env: {}, says: '--port' },
  { args: ['--port', '80a'], env: {}, says: '"80a"' },
  { args: ['--port', '4400.5'], env: {}, says: '--port' },
  { args: ['--port', '1e3'], env: {}, says: '--port' },
  { args: ['--port', ''], env: {}, says: '--port' },
  { args: ['--port'], env: {}, says: '--port' },
  { args: [], env: { HAWSER_PORT: 'abc' }, says: 'HAWSER_PORT' },
  { args: ['--host', 'http://x'], env: {}, says: '--host' },
  { args: ['--host', 'a b'], env: {}, says: '--host' },
  { args: ['--host', '::1%lo'], env: {}, says: '--host' },
  { args: ['--host', ''], env: {}, says: '--host' },
  { args: ['--data', ''], env: {}, says: '--data' },
  { args: ['--data', 'a\0b'], env: {}, says: '--data' },
  { args: ['--chains', ''], env: {}, says: '--chains' },
  { args: ['--chains', 'eip155:1,'], env: {}, says: '--chains' },
  { args: ['--chains', 'eip155'], env: {}, says: '"eip155"' },
  { args: [], env: { HAWSER_CHAINS: 'eip155 1' }, says: 'HAWSER_CHAINS' },
  { args: ['--security-contact', ''], env: {}, says: '--security-contact' },
  { args: ['--security-contact', 'security@app.example'], env: {}, says: '"security@app.example"' },
  { args: ['--security-contact', 'http://app.example/report'], env: {}, says: '--security-contact' },
  { args: [], env: { HAWSER_SECURITY_CONTACT: 'mailto:a@b\nExpires: never' }, says: 'HAWSER_SECURITY_CONTACT' },
  { args: ['--framed-by', ''], env: {}, says: '--framed-by' },
  { args: ['--framed-by', 'https://a.example/'], env: {}, says: '--framed-by' },
  { args: ['--framed-by', 'https://a.example; script-src *'], env: {}, says: '--framed-by' },
  { args: ['--framed-by', '*'], env: {}, says: '--framed-by' },
  { args: [], env: { HAWSER_FRAMED_BY: 'app.safe.global' }, says: 'HAWSER_FRAMED_BY' },
  { args: ['--prot', '1'], env: {}, says: '--prot' },
  { args: ['stray'], env: {}, says: 'stray' },
])('parseOptions: refuses $args with $env in one line', ({ args, env, says }) => {
  const attempt = () => parseOptions(args, env)
  expect(attempt).toThrow(InvalidOptionError)
  expect(attempt).toThrow(says)
  expect(attempt).toThrow(/^[^\n]+$/)
})

const address = 'https://rpc.example/v2/secret-key'

test.each([
  { args: ['--rpc', ''], env: {}, says: '--rpc must be' },
  { args: ['--rpc', address], env: {}, says: '--rpc must be' },
  { args: ['--rpc', `eip155=${address}`], env: {}, says: 'number 1' },
  { args: ['--rpc', `eip155:0=${address}`], env: {}, says: '--rpc must be' },
  { args: ['--rpc', `eip155:${'1'.repeat(33)}=${address}`], env: {}, says: '--rpc must be' },
  { args: ['--rpc', `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=${address}`], env: {}, says: '--rpc must be' },
  { args: ['--rpc', `eip155:1=${address},`], env: {}, says: 'number 2' },
  { args: ['--rpc', `eip155:1=${address},${address}`], env: {}, says: 'number 2' },
  { args: ['--rpc', `eip155:1=${address};eip155:10=${address}`], env: {}, says: '--rpc must be' },
  { args: ['--rpc', `eip155:1=${address} eip155:10=${address}`], env: {}, says: '--rpc must be' },
  { args: ['--rpc', 'eip155:1=wss://rpc.example/v2/secret-key'], env: {}, says: '--rpc must be' },
  { args: ['--rpc', 'eip155:1=https://rpc.example:secret-key'], env: {}, says: '--rpc must be' },
  { args: [], env: { HAWSER_RPC: `eip155:1 ${address}` }, says: 'HAWSER_RPC must be' },
  // An RPC address given as a chain.
  { args: ['--chains', `eip155:1=${address}`], env: {}, says: '--chains must be' },
  { args: [], env: { HAWSER_CHAINS: `eip155:1=${address}` }, says: 'HAWSER_CHAINS must be' },
  // Without quotes, a shell makes two arguments of the list.
  { args: ['--rpc', `eip155:1=${address},`, 'eip155:10=http://node:1/secret-key'], env: {}, says: 'Unexpected' },
  { args: ['--eip155:10=http://node:1/secret-key'], env: {}, says: 'Unknown' },
])('parseOptions: refuses $args with $env in one line without an address of the operator', ({ args, env, says }) => {
  const attempt = () => parseOptions(args, env)
  expect(attempt).toThrow(InvalidOptionError)
  expect(attempt).toThrow(says)
  expect(attempt).toThrow(/^[^\n]+$/)
  expect(attempt).not.toThrow(/secret-key|node:1|v2/)
})
