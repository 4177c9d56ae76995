import { expect, test } from 'vitest'
import { InvalidOptionError } from './errors.ts'
import { parseOptions } from './options.ts'

const defaults = { port: 4400, host: '127.0.0.1', dataDir: '.hawser', chains: undefined, isVerbose: false }

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
  {
    args: ['--chains', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp, eip155:1,eip155:1'],
    env: { HAWSER_CHAINS: 'nonsense' },
    expected: { ...defaults, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:1'] },
  },
  { args: [], env: { HAWSER_CHAINS: 'eip155:10' }, expected: { ...defaults, chains: ['eip155:10'] } },
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
  { args: ['--prot', '1'], env: {}, says: '--prot' },
  { args: ['stray'], env: {}, says: 'stray' },
])('parseOptions: refuses $args with $env in one line', ({ args, env, says }) => {
  const attempt = () => parseOptions(args, env)
  expect(attempt).toThrow(InvalidOptionError)
  expect(attempt).toThrow(says)
  expect(attempt).toThrow(/^[^\n]+$/)
})
