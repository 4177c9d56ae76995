import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@hawser/test-kit/freePort'
import { keepLog, runLogs } from '@hawser/test-kit/runLogs'
import { buildRelay } from './buildRelay.ts'

/** A `hawser relay` of one test. It keeps its port over restarts. */
export type RelayProcess = {
  readonly port: number
  /** The address for clients. */
  readonly url: string
  /** The address for `/healthz` and `/readyz`. */
  readonly httpUrl: string
  /** The id of the current process. */
  pid(): number
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM; resolves to the exit code. */
  end(): Promise<number | null>
  /** Sends SIGSTOP: the sockets stay open and nothing answers. */
  pause(): void
  /** Sends SIGCONT. */
  resume(): void
  /** Restarts the relay once it is gone, or starts another program instead; resolves when the port is open. */
  restart(program?: string): Promise<void>
  isRunning(): boolean
  /** The resident memory of the process, in bytes. */
  rss(): number
  cpuSeconds(): number
  /** The last part of the standard error output. */
  log(): string
}

export type RelayProcessOptions = {
  /** A program from `buildRelay`. The default is the program of the working folder. */
  readonly program?: string
  /** The arguments of `hawser relay`, without `--port`. */
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** A file with the shift of the relay's clock, such as `+300s`. The relay rereads the file whenever it reads the time. */
  readonly clockFile?: string
  readonly openFiles?: number
  readonly heapMegabytes?: number
  /** A program that starts the relay and is replaced by it, with the arguments that precede the command. */
  readonly launcher?: readonly string[]
  /** The file for the relay's log. Without it, `log()` returns the log. */
  readonly logFile?: string
}

const startMs = 120_000
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a relay on a free port. Rejects with its output when it ends before its port is open. */
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
    // The name in brackets can contain spaces. User and system time are the 12th and 13th field after it, in 1/100 s.
    cpuSeconds() {
      const fields = procFile('stat').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    log: () => log,
  }
}

/** Ends every relay that this process started and that still runs. */
export async function stopRelayProcesses(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }),
  )
}

/** Shifts the clock of the relays that use this file. */
export function setClock(clockFile: string, shiftSeconds: number): void {
  writeFileSync(clockFile, `${shiftSeconds < 0 ? '-' : '+'}${Math.abs(shiftSeconds)}s\n`)
}

function spawnRelay(program: string, options: RelayProcessOptions, port: number): ChildProcess {
  const heap = options.heapMegabytes === undefined ? [] : [`--max-old-space-size=${options.heapMegabytes}`]
  const node = [process.execPath, ...heap, program]
  const [command = '', ...args] = [...(options.launcher ?? []), ...node, '--port', String(port), ...options.args]
  // The log level goes through the environment: a relay of an earlier version has no such flag.
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

/** Preloads libfaketime directly: the program `faketime` fixes the shift for the lifetime of a process. */
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
    // Timers follow the monotonic clock, which does not change when an operator sets the time.
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
