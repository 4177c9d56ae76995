import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import type { Command, CommandWorld } from './command.ts'

/**
 * Runs a command as this process: its arguments, its environment, its exit code.
 * @param options - `path`: how the command is called; `manifest`: the `package.json` whose version `--version` prints
 * @example await runProgram(relayCommand, { path: 'hawser relay', manifest: new URL('../package.json', import.meta.url) })
 */
export async function runProgram(
  command: Command,
  { path, manifest }: { readonly path: string; readonly manifest: URL },
): Promise<void> {
  process.exitCode = await command.run(process.argv.slice(2), createProcessWorld(manifest), path)
}

function createProcessWorld(manifest: URL): CommandWorld {
  const { stdout, stderr, env: environment } = process
  return {
    write: (text) => void stdout.write(text),
    fail: (text) => void stderr.write(text),
    announce: (name, url, note) => {
      stdout.write(`${name}: ${url}${note === undefined ? '' : ` (${note})`}\n`)
    },
    now: Date.now,
    randomBytes,
    fetch,
    environment,
    onStop(stop) {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))
    },
    columns: stderr.isTTY ? stderr.columns : undefined,
    version: () => readVersion(manifest),
  }
}

function readVersion(manifest: URL): string {
  const value: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
  return typeof value === 'object' && value !== null && 'version' in value ? String(value.version) : ''
}
