import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@hawser/test-kit/freePort'
import { keepLog, runLogs } from '@hawser/test-kit/runLogs'
import { buildRelay } from './buildRelay.ts'

/** A `hawser relay` of a test's own, with a port it keeps over restarts. */
export type RelayProcess = {
  readonly port: number
  /** For clients. */
  readonly url: string
  /** For `/healthz` and `/readyz`. */
  readonly httpUrl: string
  /** Of the process that runs now. */
  pid(): number
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves to its exit code. */
  end(): Promise<number | null>
  /** SIGSTOP: its sockets stay open and nothing answers. */
  pause(): void
  /** SIGCONT. */
  resume(): void
  /** Starts it again once it is gone, or another program in its place; resolves when its port is open. */
  restart(program?: string): Promise<void>
  isRunning(): boolean
  /** Bytes it holds in memory. */
  rss(): number
  /** Seconds of processor time it has used. */
  cpuSeconds(): number
  /** The end of its standard error. */
  log(): string
}

export type RelayProcessOptions = {
  /** Of `buildRelay`; without, that of the working folder. */
  readonly program?: string
  /** Of `hawser relay`, but for `--port`. */
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** A file with the shift of its clock, as `+300s`; read again whenever it asks for the time. */
  readonly clockFile?: string
  readonly openFiles?: number
  readonly heapMegabytes?: number
  /** A program that starts it in its own place, with what it takes before the command. */
  readonly launcher?: readonly string[]
  /** Where its log goes; without, `log()` gives it. */
  readonly logFile?: string
}

const startMs = 120_000
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a relay on a free port; rejects with what it said when it ends before its port is open. */
export async function startRelayProcess(options: RelayProcessOptions): Promise<RelayProcess> {
  let program = options.program ?? (await buildRelay())
  let child: ChildProcess
  let port = await freePort()
  let log = ''

  const start = async (): Promise<void> => {
    const started = spawnRelay(program, options, port)
    child = started
    running.add(started)
    log = ''
    started.once('exit', () => running.delete(started))
    started.stderr?.on('data', (chunk) => {
      log = (log + chunk).slice(-20_000)
      keepLog(`relay-${started.pid}`, chunk)
    })
    started.once('exit', () => {
      const { logFile = '' } = options
      if (readable(logFile)) keepLog(`relay-${started.pid}`, readFileSync(logFile))
    })
    const url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The relay does not come up. It said:\n${log}`)), startMs)
      let stdout = ''
      started.stdout?.on('data', (chunk) => {
        stdout += chunk
        const address = /^relay: (ws:\S+)/m.exec(stdout)?.[1]
        if (address === undefined) return
        clearTimeout(timer)
        resolve(address)
      })
      started.once('close', (code) => {
        clearTimeout(timer)
        reject(new Error(`The relay ended with ${code}. It said:\n${log}`))
      })
    })
    port = Number(new URL(url).port)
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const finish = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!isRunning()) return child.exitCode
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }
  const procFile = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')

  await start()
  return {
    port,
    url: `ws://127.0.0.1:${port}`,
    httpUrl: `http://127.0.0.1:${port}`,
    pid: () => child.pid ?? 0,
    kill: async () => void (await finish('SIGKILL')),
    end: () => finish('SIGTERM'),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async restart(next = program) {
      await finish('SIGKILL')
      program = next
      await start()
    },
    isRunning,
    rss: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(procFile('status'))?.[1] ?? 0) * 1024,
    // The name in brackets may hold spaces; user and system time are the 12th and 13th field after it, in 1/100 s.
    cpuSeconds() {
      const fields = procFile('stat').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    log: () => log,
  }
}

/** Ends every relay of this process that is still running. */
export async function stopRelayProcesses(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }),
  )
}

/** Shifts the clock of the relays that were started with this file. */
export function setClock(clockFile: string, shiftSeconds: number): void {
  writeFileSync(clockFile, `${shiftSeconds < 0 ? '-' : '+'}${Math.abs(shiftSeconds)}s\n`)
}

function spawnRelay(program: string, options: RelayProcessOptions, port: number): ChildProcess {
  const heap = options.heapMegabytes === undefined ? [] : [`--max-old-space-size=${options.heapMegabytes}`]
  const node = [process.execPath, ...heap, program]
  const [command = '', ...args] = [...(options.launcher ?? []), ...node, '--port', String(port), ...options.args]
  // By environment: a relay of an earlier version has no such flag.
  const level = runLogs === undefined ? {} : { HAWSER_RELAY_LOG_LEVEL: 'trace' }
  const log = options.logFile === undefined ? undefined : openSync(options.logFile, 'a')
  const settings: SpawnOptions = {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', log ?? 'pipe'],
    env: { ...process.env, ...level, ...options.environment, ...clockOf(options.clockFile) },
  }
  try {
    if (options.openFiles === undefined) return spawn(command, args, settings)
    const limited = ['-c', `ulimit -n ${options.openFiles} && exec "$@"`, 'sh', command, ...args]
    return spawn('/bin/sh', limited, settings)
  } finally {
    if (log !== undefined) closeSync(log)
  }
}

/** libfaketime by itself: the program `faketime` fixes the shift for a process's life. */
function clockOf(clockFile: string | undefined): NodeJS.ProcessEnv {
  if (clockFile === undefined) return {}
  const library = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => readable(file))
  if (library === undefined) throw new Error('libfaketime is missing: install the Debian package faketime.')
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: '1',
    // Timers follow the monotonic clock, as they do when an operator sets the time.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

function readable(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}
