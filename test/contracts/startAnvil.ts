import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** A chain on a free port. It ends with `stop` or with this process. */
export type Anvil = { readonly url: string; stop(): Promise<void> }

const binary = resolve(import.meta.dirname, '../../node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil')

/** The first of anvil's default accounts. anvil signs for it on request. */
export const anvilAccount = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * Starts anvil with chain 31337, or with the given id.
 * @throws Error - in one line, when this machine lacks anvil or it does not start
 */
export async function startAnvil(path = binary, chainId = 31_337): Promise<Anvil> {
  if (!existsSync(path)) {
    throw new Error(`No anvil at ${path}: npm ci brings it as @foundry-rs/anvil-linux-amd64 (Linux on x64).`)
  }
  const settings = ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)]
  const child = spawn(path, settings, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = once(child, 'exit').then(() => process.off('exit', kill))
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^Listening on 127\.0\.0\.1:(\d+)$/.exec(line)?.[1]
    if (port === undefined) continue
    // Discards further output, because a full pipe would block anvil.
    child.stdout.resume()
    return {
      url: `http://127.0.0.1:${port}`,
      async stop() {
        kill()
        await gone
      },
    }
  }
  throw new Error('anvil ended before it listened.')
}
