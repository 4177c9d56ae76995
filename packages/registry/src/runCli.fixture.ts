import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CommandWorld } from '@hawser/command'
import { programFile } from '@hawser/test-kit/program'
import { registryCommand } from './command.ts'

export type CliRun = { readonly code: unknown; readonly stdout: string; readonly stderr: string }

/** Runs `hawser registry` in a separate process until the process ends. */
export async function runProcess(...args: readonly string[]): Promise<CliRun> {
  const main = programFile(join(import.meta.dirname, 'main.ts'))
  const node = ['--disable-proto=delete', main]
  const child = spawn(process.execPath, [...node, ...args], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

/** Runs `hawser registry` in this process, within a second: for tables of many runs. */
export async function runHere(args: readonly string[], world: Partial<CommandWorld> = {}): Promise<CliRun> {
  let stdout = ''
  let stderr = ''
  const all: CommandWorld = {
    write: (text) => {
      stdout += text
    },
    fail: (text) => {
      stderr += text
    },
    now: Date.now,
    randomBytes,
    fetch: () => Promise.reject(new Error('no network in this test')),
    onStop: () => {},
    announce: () => {},
    environment: {},
    columns: undefined,
    version: () => '1.2.3',
    ...world,
  }
  const code = await registryCommand.run(args, all, 'hawser registry')
  return { code, stdout, stderr }
}
