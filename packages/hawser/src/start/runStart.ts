import type { Command, CommandWorld } from '@hawser/command'
import { registryCommand } from '@hawser/registry/command'
import { relayCommand } from '@hawser/relay/command'
import type { StartValues } from './startSettings.ts'

type Stop = Parameters<CommandWorld['onStop']>[0]

/**
 * Runs a relay and a registry until a signal stops the process, or one of them ends.
 * @returns the exit code of the one that failed, otherwise 0
 */
export async function runStart(values: StartValues, world: CommandWorld): Promise<number> {
  const stops = new Set<Stop>()
  let isStopping = false
  const stopAll: Stop = (signal) => {
    isStopping = true
    for (const stop of stops) stop(signal)
  }
  world.onStop(stopAll)
  const addresses = new Map<string, string>()
  const run = async (command: Command, path: string, port: number): Promise<number> => {
    const part: CommandWorld = {
      ...world,
      announce(name, url, note) {
        world.announce(name, url, note)
        addresses.set(name, url)
        if (addresses.has('relay') && addresses.has('registry')) world.write(formatLinker(addresses))
      },
      onStop(stop) {
        stops.add(stop)
        if (isStopping) stop('SIGINT')
      },
    }
    const args = argsOf(values, port)
    const extra = command === relayCommand ? ['--data', values.dataDir] : []
    const code = await command.run([...args, ...extra], part, path)
    // A relay without a registry, or the reverse, is of no use.
    if (!isStopping) stopAll('SIGINT')
    return code
  }
  const ports = [values.port, values.port === 0 ? 0 : values.port + 1] as const
  const codes = await Promise.all([
    run(relayCommand, 'hawser relay', ports[0]),
    run(registryCommand, 'hawser registry', ports[1]),
  ])
  return codes.find((code) => code !== 0) ?? 0
}

function argsOf({ host, trustedProxies, acceptsPlain }: StartValues, port: number): readonly string[] {
  const plain = acceptsPlain ? ['--i-accept-plain'] : []
  return ['--port', String(port), '--host', host, '--trusted-proxies', String(trustedProxies), ...plain]
}

function formatLinker(addresses: ReadonlyMap<string, string>): string {
  return `
In your page:

  createLinker({
    relay: { url: '${addresses.get('relay')}' },
    registry: { url: '${addresses.get('registry')}' },
    …
  })

Ctrl-C stops it.
`
}
