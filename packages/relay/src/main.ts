#!/usr/bin/env node
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createRelay } from './createRelay.ts'
import { InvalidRelayOptionError, RelayStoppedError } from './errors.ts'
import { createSqliteMailbox } from './mailboxes/sqlite.ts'

const help = `hawser-relay: passes sealed envelopes between dapps and wallets (WalletConnect v2-compatible).

  --port N      port to listen on (default 4402; 0 takes a free one)
  --host HOST   interface to listen on (default 127.0.0.1)
  --data DIR    folder of the mailbox, made when missing (default ./.hawser)
  --help        this text

Logs go to standard error as JSON lines. Ctrl-C stops it cleanly.
`

try {
  const { port, host, dataDir, isHelp } = readOptions()
  if (isHelp) process.stdout.write(help)
  else await run(port, host, dataDir)
} catch (error) {
  console.error(`hawser-relay: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

async function run(port: number, host: string, dataDir: string): Promise<void> {
  const logger = pino({ name: 'hawser-relay' }, pino.destination({ dest: 2, sync: true }))
  const file = join(dataDir, 'relay.sqlite')
  const relay = createRelay({ mailbox: createSqliteMailbox({ file }), logger })
  const stop = () => {
    relay.stop().catch((error) => {
      console.error(`hawser-relay: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    const { url } = await relay.listen({ port, host })
    console.log(`relay: ${url} (mailbox ${file})`)
  } catch (error) {
    await relay.stop()
    // A signal came before the port was open.
    if (!(error instanceof RelayStoppedError)) throw error
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4402' },
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string', default: '.hawser' },
        help: { type: 'boolean', default: false },
      },
    })
    return { port: parsePort(values.port), host: values.host, dataDir: values.data, isHelp: values.help }
  } catch (error) {
    if (error instanceof InvalidRelayOptionError) throw error
    const text = error instanceof Error ? error.message : String(error)
    throw new InvalidRelayOptionError(`${text.split('\n', 1)[0]} See --help.`, { cause: error })
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidRelayOptionError('--port is a whole number from 0 to 65535. See --help.')
  return port
}
