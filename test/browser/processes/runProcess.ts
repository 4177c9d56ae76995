import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { programFile } from '@hawser/test-kit/program'
import { keepLog, runLogs } from '@hawser/test-kit/runLogs'

export const root = resolve(import.meta.dirname, '../../..')

/**
 * Starts the built form of a program of this repository in its own process; its output lines can be awaited. `logged` leaves
 * standard output out of the run's logs if a program prints secrets there for its test alone, such as a pairing URI: a
 * product's log must contain none. `flags` are Node's.
 */
export function runProcess(
  file: string,
  args: readonly string[],
  { logged = 'all', flags = [] }: { readonly logged?: 'all' | 'errors'; readonly flags?: readonly string[] } = {},
) {
  const watch = runLogs === undefined ? [] : ['--import', programFile(resolve(root, 'test/kit/watchSecrets.ts'))]
  const child = spawn(process.execPath, [...flags, ...watch, programFile(resolve(root, file)), ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  for (const output of logged === 'all' ? [child.stdout, child.stderr] : [child.stderr])
    output.on('data', (chunk: Buffer) => keepLog(`${basename(file, '.ts')}-${child.pid}`, chunk))
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const lines = createInterface({ input: child.stdout })
  const seen: string[] = []
  lines.on('line', (line) => seen.push(line))

  const exited = once(child, 'exit')
  const lineFrom = async (first: number, pattern: RegExp): Promise<string> => {
    const ended = exited.then(() => {
      throw new Error(`${file} ended before it printed ${pattern}: ${errors}`)
    })
    ended.catch(() => {})
    while (true) {
      const found = seen.slice(first).find((line) => pattern.test(line))
      if (found !== undefined) return found
      await Promise.race([once(lines, 'line'), ended])
    }
  }

  return {
    child,
    /** The first line that matches, printed already or from now on. */
    line: (pattern: RegExp) => lineFrom(0, pattern),
    /** The first line that matches from now on. */
    nextLine: (pattern: RegExp) => lineFrom(seen.length, pattern),
    write: (line: string) => child.stdin.write(`${line}\n`),
    stop: () => stopProcess(child),
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}

/**
 * Finds four free loopback ports in a row; resolves to the first. While this process lives, no other caller in any process gets
 * them, because this process holds the port behind them.
 */
export async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const first = lowest + Math.floor(Math.random() * rows) * 5
    if (!(await hold(first + 4))) continue
    const free = await Promise.all([0, 1, 2, 3].map((offset) => isFree(first + offset)))
    if (free.every(Boolean)) return first
  }
  throw new Error('no four free ports in a row')
}

// Below Linux's ephemeral ports.
const lowest = 20_000
const rows = 2_500

/** Takes the port for as long as this process lives; resolves to whether that succeeded. */
function hold(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => done(true)).unref()
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}
