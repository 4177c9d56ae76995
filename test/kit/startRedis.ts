import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.ts'
import { sendToRedis } from './sendToRedis.ts'

/** A test's own redis-server, on a free loopback port and with a folder of its own. */
export type TestRedis = {
  readonly url: string
  readonly port: number
  /** Sends SIGKILL; the folder stays. */
  kill(): Promise<void>
  /** Starts the server again on the same port and folder; resolves when it answers with its data loaded. */
  restart(): Promise<void>
  /** Sends SIGSTOP: connections stay open and nothing answers. */
  pause(): void
  /** Sends SIGCONT. */
  resume(): void
  /** Sends one command, as `redis-cli` does; resolves to the raw answer. */
  send(...command: readonly string[]): Promise<string>
  /** The number of calls of scripts since the server's start. */
  scriptCalls(): Promise<number>
  /** Stops the server and removes its folder. Idempotent. */
  stop(): Promise<void>
}

export type TestRedisOptions = {
  readonly appendonly?: boolean
  readonly appendfsync?: 'everysec' | 'always' | 'no'
  readonly maxmemoryPolicy?: string
  /** Further arguments of redis-server, such as `['--maxmemory', '8mb']`. */
  readonly extra?: readonly string[]
}

const startMs = 10_000
// A worker that a test runner kills runs no handler, so the kernel ends its Redis with it. setpriv is in every Debian.
const withParent = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL'] : []

/** Starts a Redis server, which ends on `stop()` or with the process. */
export async function startRedis(options: TestRedisOptions = {}): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-redis-'))
  const port = await freePort()
  const settings = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--daemonize', 'no'],
    ...['--appendonly', (options.appendonly ?? true) ? 'yes' : 'no'],
    ...['--appendfsync', options.appendfsync ?? 'everysec'],
    ...['--maxmemory-policy', options.maxmemoryPolicy ?? 'noeviction'],
    ...(options.extra ?? []),
  ]
  let child: ChildProcess | undefined
  const killNow = () => {
    child?.kill('SIGKILL')
  }
  process.once('exit', killNow)

  const start = async (): Promise<void> => {
    const [program = '', ...words] = [...withParent, 'redis-server', ...settings]
    const started = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    child = started
    const failed = new Promise<never>((_, reject) => {
      started.once('error', (cause) => reject(new Error('redis-server cannot be started: install it.', { cause })))
      started.once('exit', () => reject(new Error(`redis-server ended at once. It said:\n${output}`)))
    })
    let output = ''
    started.stdout.on('data', (chunk) => {
      if (output.length < 10_000) output += chunk
    })
    await Promise.race([isReady(port), failed])
  }
  const kill = async (): Promise<void> => {
    const killed = child
    child = undefined
    if (killed === undefined || killed.exitCode !== null || killed.signalCode !== null) return
    const ended = once(killed, 'exit')
    killed.kill('SIGKILL')
    await ended
  }
  const stop = async (): Promise<void> => {
    process.off('exit', killNow)
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    async restart() {
      await kill()
      await start()
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    send: (...command) => sendToRedis(port, command),
    async scriptCalls() {
      const statistics = await sendToRedis(port, ['INFO', 'commandstats'])
      return Number(/cmdstat_evalsha:calls=(\d+)/.exec(statistics)?.[1] ?? 0)
    },
    stop,
  }
}

export type TestRedisCluster = {
  readonly nodes: readonly TestRedis[]
  readonly urls: readonly string[]
  stop(): Promise<void>
}

/** Starts a Redis Cluster of `size` masters that cover all slots. */
export async function startRedisCluster(size = 3, extra: readonly string[] = []): Promise<TestRedisCluster> {
  const nodes: TestRedis[] = []
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())))
  try {
    const busPorts: number[] = []
    for (let index = 0; index < size; index += 1) {
      const busPort = await freePort()
      busPorts.push(busPort)
      const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort), '--cluster-node-timeout', '2000']
      nodes.push(await startRedis({ extra: [...cluster, ...extra] }))
    }
    // Does not use `redis-cli --cluster create`, which takes several seconds and accepts no bus port.
    const [first] = nodes
    for (const [index, node] of nodes.entries()) {
      const [from, to] = [index, index + 1].map((part) => Math.floor((part * 16_384) / size))
      await node.send('CLUSTER', 'ADDSLOTSRANGE', String(from), String((to ?? 0) - 1))
      await node.send('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1))
      if (node !== first) await first?.send('CLUSTER', 'MEET', '127.0.0.1', String(node.port), String(busPorts[index]))
    }
    for (const node of nodes) await until(() => knowsAll(node, size))
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes, urls: nodes.map(({ url }) => url), stop }
}

async function knowsAll(node: TestRedis, size: number): Promise<boolean> {
  const text = await node.send('CLUSTER', 'INFO')
  return text.includes('cluster_state:ok') && text.includes(`cluster_size:${size}\r`)
}

/** Resolves when the Redis on this port has loaded its data. */
function isReady(port: number): Promise<void> {
  return until(async () => /^(\+PONG|-NOAUTH)/.test(await sendToRedis(port, ['PING'])))
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + startMs
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('Redis does not come up.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
