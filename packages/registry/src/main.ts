#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createRegistry } from './createRegistry.ts'
import { listenRegistry } from './listenRegistry.ts'
import { loadListings } from './loadListings.ts'

const help = `hawser-registry: says which wallets exist and how to open them.

  --port N      port to listen on (default 4403; 0 takes a free one)
  --host HOST   interface to listen on (default 127.0.0.1)
  --help        this text
`

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4403' },
      host: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(help)
  else await run(parsePort(values.port), values.host)
} catch (error) {
  const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
  console.error(`hawser-registry: ${line}`)
  process.exitCode = 1
}

async function run(port: number, host: string): Promise<void> {
  const listings = loadListings()
  const onFailure = (error: unknown) => console.error(error)
  const running = await listenRegistry(createRegistry({ listings, onFailure }), { port, host })
  console.log(`registry: ${running.url} (${listings.length} wallets)`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.stop())
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new RangeError('--port is a whole number from 0 to 65535.')
  return port
}
