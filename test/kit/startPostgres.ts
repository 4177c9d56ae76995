import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPostgresSchema, queryPostgres } from './postgresSchema.ts'

/** A test's own PostgreSQL, reached through a socket in a folder of its own, without a port. */
export type TestPostgres = {
  /** The address of its database. */
  readonly url: string
  /** The address of a new, empty schema. */
  newSchema(): Promise<string>
  /** Sends SIGKILL to the server and all its children; the folder stays. */
  kill(): Promise<void>
  /** Sends SIGSTOP to the server and all its children: connections stay open and nothing answers. */
  pause(): void
  /** Sends SIGCONT to the server and all its children. */
  resume(): void
  /** Starts the server again on the same folder; resolves when it answers, with its log replayed. */
  restart(): Promise<void>
  /** Runs one statement as superuser. */
  query(text: string): Promise<readonly unknown[]>
  /** Stops the server and removes its folder. Idempotent. */
  stop(): Promise<void>
}

const startMs = 20_000
const leastFreeBytes = 4 * 1024 ** 3
/** PostgreSQL refuses to run as root. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined
const asNobody = nobody === undefined ? [] : ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups']
// A worker that a test runner kills runs no handler, so the kernel ends its PostgreSQL with it. setpriv is in every Debian.
const withParent = ['setpriv', ...asNobody, '--pdeathsig', 'KILL']

/**
 * Starts a PostgreSQL server, which ends on `stop()` or with the process. The data is in memory where there is room, unless the
 * disk is part of the measurement.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  place: 'memory' | 'disk' = 'memory',
): Promise<TestPostgres> {
  const folder = mkdtempSync(join((place === 'memory' && memoryFolder()) || tmpdir(), 'hawser-postgres-'))
  if (nobody !== undefined) chownSync(folder, nobody, nobody)
  const data = join(folder, 'data')
  const programs = findPrograms()
  const [program = '', ...words] = withParent
  const initdb = [join(programs, 'initdb'), '-D', data, '-U', 'hawser', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(program, [...words, ...initdb, '--locale', 'C.UTF-8'], { cwd: folder, stdio: 'pipe' })
  const url = `postgresql://hawser@localhost/postgres?host=${encodeURIComponent(folder)}`
  let child: ChildProcess | undefined
  const killNow = () => void child?.kill('SIGKILL')
  process.once('exit', killNow)

  const start = async (): Promise<void> => {
    const quiet = ['listen_addresses=', `unix_socket_directories=${folder}`, 'log_min_messages=fatal', ...settings]
    const arguments_ = [join(programs, 'postgres'), '-D', data, ...quiet.flatMap((setting) => ['-c', setting])]
    const started = spawn(program, [...words, ...arguments_], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    let output = ''
    started.stderr.on('data', (chunk) => {
      if (output.length < 10_000) output += chunk
    })
    const ended = once(started, 'exit').then(() => {
      throw new Error(`PostgreSQL ended at once. It said:\n${output}`)
    })
    ended.catch(() => undefined)
    await Promise.race([isReady(url), ended])
  }
  const kill = async (): Promise<void> => {
    const killed = child
    child = undefined
    if (killed?.pid === undefined || killed.exitCode !== null || killed.signalCode !== null) return
    const started = childrenOf(killed.pid)
    const ended = once(killed, 'exit')
    killed.kill('SIGKILL')
    for (const pid of started) signal(pid, 'SIGKILL')
    await ended
  }
  const stop = async (): Promise<void> => {
    process.off('exit', killNow)
    await kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  const signalAll = (name: NodeJS.Signals) => {
    for (const pid of child?.pid === undefined ? [] : [child.pid, ...childrenOf(child.pid)]) signal(pid, name)
  }
  return {
    url,
    kill,
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    query: (text) => queryPostgres(url, text),
    stop,
    newSchema: () => newPostgresSchema(url),
    async restart() {
      await kill()
      // The children of a killed server take a moment to release its memory.
      for (const deadline = Date.now() + startMs; ; ) {
        try {
          return await start()
        } catch (error) {
          if (Date.now() > deadline) throw error
        }
      }
    },
  }
}

/**
 * A folder in memory with enough room. Each test makes its own tables, and a disk takes ten times as long to confirm them. The
 * server keeps all its settings, and a killed process loses nothing in this folder.
 */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > leastFreeBytes ? folder : undefined
  } catch {
    return undefined
  }
}

function findPrograms(): string {
  const all = '/usr/lib/postgresql'
  const versions = existsSync(all) ? readdirSync(all).sort((one, other) => Number(other) - Number(one)) : []
  const [newest] = versions.filter((version) => existsSync(join(all, version, 'bin/initdb')))
  if (newest === undefined) throw new Error('PostgreSQL cannot be started: install it.')
  return join(all, newest, 'bin')
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

async function isReady(url: string): Promise<void> {
  for (const deadline = Date.now() + startMs; ; ) {
    try {
      await queryPostgres(url, 'select 1')
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
