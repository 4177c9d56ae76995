import { parseArgs } from 'node:util'
import { createRegistry } from '../createRegistry.ts'
import { createUnsignedBundle } from '../createUnsignedBundle.ts'
import { listenRegistry } from '../listenRegistry.ts'
import { loadListings } from '../loadListings.ts'
import type { Command } from './command.ts'
import { wholeNumber } from './options.ts'

const help = `hawser-registry [serve] [--port N] [--host HOST]

Serves the listings that come with this package.

  --port N       port to listen on (default 4403; 0 takes a free one)
  --host HOST    interface to listen on (default 127.0.0.1)
`

export const command: Command = {
  summary: 'serve wallets over HTTP',
  help,
  async run(args, { write, onStop, now }) {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string', default: '4403' }, host: { type: 'string', default: '127.0.0.1' } },
    })
    const port = wholeNumber(values.port, '--port', 0, 65_535)
    const listings = loadListings()
    const registry = createRegistry({
      bundle: createUnsignedBundle(listings, now()),
      onFailure: (error) => console.error(error),
    })
    const running = await listenRegistry(registry, { port, host: values.host })
    write(`registry: ${running.url} (${listings.length} wallets)\n`)
    await new Promise<void>((resolve) => onStop(() => void running.stop().then(resolve)))
    return 0
  },
}
