import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nightLimit } from '@hawser/test-kit/night'
import { programFile } from '@hawser/test-kit/program'
import { startRedis } from '@hawser/test-kit/startRedis'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settings } from './operator/settings.ts'
import { createTestClient } from './server/createTestClient.fixture.ts'

// Each test starts its own processes.
const timeout = 60_000
let folder: string
const running = new Set<ChildProcess>()

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

type Process = {
  readonly child: ChildProcess
  /** The address it listens on. Rejects with the process's output if it ends before that. */
  readonly url: Promise<string>
  /** Resolves to the first group of a pattern once the pattern appears on standard output. */
  printed(pattern: RegExp): Promise<string>
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

function start(...args: string[]): Process {
  return startWith({}, ...args)
}

/** @param options - `loaded` is a module that runs in the process before the relay */
function startWith(
  options: { readonly environment?: NodeJS.ProcessEnv; readonly loaded?: string },
  ...args: string[]
): Process {
  const loaded = options.loaded === undefined ? [] : ['--import', options.loaded]
  // The same flags as in the unit file and the image.
  const node = ['--disable-proto=delete', '--max-semi-space-size=64', ...loaded]
  const child = spawn(process.execPath, [...node, programFile(join(import.meta.dirname, 'main.ts')), ...args], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code, stdout, stderr }
  })
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(stdout)?.[1]
        if (found !== undefined) resolve(found)
      }
      child.stdout.on('data', look)
      look()
      void ended.then(() => reject(new Error(`ended: ${stderr}`)))
    })
  const url = printed(/^relay: (ws:\S+)/m)
  url.catch(() => {})
  return { child, url, printed, ended }
}

test(
  'hawser relay: --help lists the options',
  async () => {
    const { code, stdout } = await start('--help').ended
    expect(code).toBe(0)
    for (const { name } of Object.values<{ readonly name: string }>(settings)) expect(stdout).toContain(`  --${name}`)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  },
  timeout,
)

test(
  'hawser relay: --version prints the package’s version',
  async () => {
    const manifest: { version: string } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
    expect(await start('--version').ended).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  },
  timeout,
)

test.each([
  ['a port that is none', 2, () => ['--port', '70000'], /--port must be a whole number/],
  ['an unknown option', 2, () => ['--prot', '1'], /--prot is not an option.*--help/],
  [
    'a folder that is a file',
    1,
    () => ['--port', '0', '--data', fileIn(folder)],
    /cannot be opened.*folder \(--data\)/,
  ],
  ['a network without TLS', 2, () => ['--port', '0', '--data', folder, '--host', '0.0.0.0'], /--trusted-proxies 1/],
  ['a key that is none', 2, () => ['--port', '0', '--data', folder, '--key', fileIn(folder)], /not an ed25519 key/],
  ['a key that all may read', 2, () => ['--port', '0', '--data', folder, '--key', openFileIn(folder)], /chmod 600/],
  [
    'a folder that cannot be made',
    1,
    () => ['--port', '0', '--data', '/proc/hawser'],
    /cannot be opened.*folder \(--data\)/,
  ],
] as const)(
  'hawser relay: %s gives one line and exit code %i',
  async (_what, exitCode, args, line) => {
    const { code, stdout, stderr } = await start(...args()).ended
    expect(code).toBe(exitCode)
    expect(stdout).toBe('')
    expect(stderr).toMatch(line)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  },
  timeout,
)

test(
  'hawser relay: refuses a taken port and a mailbox in use; a signal stops it with 0',
  async () => {
    const first = start('--port', '0', '--data', folder)
    const url = await first.url
    const client = await createTestClient(url)
    const [port, data] = await Promise.all([
      start('--port', new URL(url).port, '--data', join(folder, 'other')).ended,
      start('--port', '0', '--data', folder).ended,
    ])
    expect([port.code, data.code]).toEqual([1, 1])
    expect(port.stderr).toMatch(/^hawser relay: Port \d+ is taken/m)
    expect(data.stderr).toMatch(/^hawser relay: Another relay uses the mailbox [^\n]+\n$/)
    first.child.kill('SIGTERM')
    expect((await client.closed).code).toBe(1012)
    expect(await first.ended).toMatchObject({ code: 0 })
    const second = start('--port', '0', '--data', folder)
    await second.url
    second.child.kill('SIGINT')
    expect(await second.ended).toMatchObject({ code: 0 })
  },
  timeout,
)

test(
  'hawser relay: after kill -9 in mid-stream it has every answered publish, in order',
  async () => {
    const first = start('--port', '0', '--data', folder)
    const url = await first.url
    const topics = Array.from({ length: 20 }, (_, index) => index.toString(16).padStart(64, '0'))
    const publishers = await Promise.all([1, 2, 3, 4].map(() => createTestClient(url)))
    const answered = new Map(topics.map((topic) => [topic, [] as string[]]))
    let count = 0
    const publish = async (index: number) => {
      const topic = topics[index % topics.length] ?? ''
      const message = `${index} ${'x'.repeat(1000)}`
      const answer = await publishers[index % publishers.length]?.request('irn_publish', { topic, message, ttl: 300 })
      if (answer?.kind !== 'result') return
      answered.get(topic)?.push(message)
      count += 1
      if (count === 700) first.child.kill('SIGKILL')
    }
    const results = await Promise.allSettled(Array.from({ length: 1500 }, (_, index) => publish(index)))
    expect(results.some(({ status }) => status === 'rejected')).toBe(true)
    await first.ended

    const second = start('--port', '0', '--data', folder)
    const wallet = await createTestClient(await second.url)
    await wallet.request('irn_batchSubscribe', { topics })
    const missing = new Set([...answered].flatMap(([topic, messages]) => messages.map((message) => topic + message)))
    while (missing.size > 0) {
      const { topic, message } = (await wallet.nextDelivery()).delivery
      missing.delete(topic + message)
    }
    await wallet.settle()
    for (const topic of topics) {
      const got = wallet.deliveries
        .filter(({ delivery }) => delivery.topic === topic)
        .map(({ delivery }) => delivery.message)
      expect(new Set(got).size).toBe(got.length)
      const promised = answered.get(topic) ?? []
      expect(got.filter((message) => promised.includes(message))).toEqual(promised)
    }
    expect(count).toBeGreaterThanOrEqual(700)
  },
  timeout,
)

test(
  'hawser relay: flags, environment, metrics; SIGTERM drains, a second one stops it (F-R3)',
  async () => {
    const environment = { HAWSER_RELAY_PORT: '0', HAWSER_RELAY_DATA: folder, HAWSER_RELAY_METRICS_PORT: '0' }
    const relay = startWith({ environment }, '--drain-grace', '60', '--log-level', 'warn')
    const http = (await relay.url).replace('ws:', 'http:')
    const status = async (path: string) => (await fetch(`${http}${path}`)).status
    expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(status))).toEqual([200, 200, 404])
    const metrics = await relay.printed(/^metrics: (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m)
    expect(await (await fetch(metrics)).text()).toContain('hawser_relay_connections 0')
    expect(statSync(join(folder, 'relay-key')).mode & 0o777).toBe(0o600)
    const client = await createTestClient(http.replace('http:', 'ws:'))
    relay.child.kill('SIGTERM')
    await expect.poll(() => status('/readyz')).toBe(503)
    expect(await status('/healthz')).toBe(200)
    relay.child.kill('SIGTERM')
    expect((await client.closed).code).toBe(1001)
    // Nothing at warn level: `draining` and `stopped` are logged at info.
    expect(await relay.ended).toMatchObject({ code: 0, stderr: '' })
  },
  timeout,
)

test(
  'hawser relay: two on one Redis pass messages, and show its password nowhere (T-60)',
  async () => {
    const redis = await startRedis({ extra: ['--requirepass', 'hunter2'] })
    try {
      const redisUrl = redis.url.replace('redis://', 'redis://:hunter2@')
      const environment = { HAWSER_RELAY_REDIS_URL: redisUrl, HAWSER_RELAY_PORT: '0' }
      const relays = ['one', 'two'].map((name) => startWith({ environment }, '--data', join(folder, name)))
      const [first = '', second = ''] = await Promise.all(relays.map((relay) => relay.url))
      const [dapp, wallet] = await Promise.all([createTestClient(first), createTestClient(second)])
      const topic = 'ab'.repeat(32)
      await wallet.request('irn_subscribe', { topic })
      expect(await dapp.request('irn_publish', { topic, message: 'sealed', ttl: 300 })).toMatchObject({ result: true })
      expect((await wallet.nextDelivery()).delivery.message).toBe('sealed')
      for (const relay of relays) relay.child.kill('SIGINT')
      for (const { code, stdout, stderr } of await Promise.all(relays.map((relay) => relay.ended))) {
        expect(code).toBe(0)
        expect(stdout).toMatch(/\(mailbox redis 127\.0\.0\.1:\d+\)/)
        expect(stdout + stderr).not.toContain('hunter2')
        expect(stderr).toMatch(/"level":40,[^\n]*maxmemory 0/)
      }
    } finally {
      await redis.stop()
    }
  },
  timeout,
)

test(
  'hawser relay F-R7: a Redis that may lose messages gives one line and exit code 1',
  async () => {
    const redis = await startRedis({ appendonly: false })
    try {
      const { code, stderr } = await start('--port', '0', '--data', folder, '--redis-url', redis.url).ended
      expect(code).toBe(1)
      expect(stderr).toMatch(/^hawser relay: [^\n]*appendonly[^\n]*--i-accept-loss[^\n]*\n$/)
      const relay = start('--port', '0', '--data', folder, '--redis-url', redis.url, '--i-accept-loss')
      expect(await relay.url).toMatch(/^ws:/)
    } finally {
      await redis.stop()
    }
  },
  timeout,
)

test(
  'hawser relay F-R6: a hanging Redis does not prevent its end',
  async () => {
    const redis = await startRedis()
    try {
      const pace = ['--drain-grace', '0', '--drain-spread', '0']
      const relay = start('--port', '0', '--data', folder, '--redis-url', redis.url, ...pace)
      const client = await createTestClient(await relay.url)
      redis.pause()
      client.request('irn_publish', { topic: 'ab'.repeat(32), message: 'sealed', ttl: 300 }).catch(() => {})
      const startedAt = performance.now()
      relay.child.kill('SIGTERM')
      await relay.ended
      expect(performance.now() - startedAt).toBeLessThan(nightLimit(10_000))
    } finally {
      redis.resume()
      await redis.stop()
    }
  },
  timeout,
)

test.each([
  ['an error nobody caught', 'throw Object.assign(new TypeError("canary"),{code:"E_TEST"})', 'E_TEST'],
  ['a rejection nobody handled', 'Promise.reject(new RangeError("canary"))', 'RangeError'],
  ['a thrown text', 'throw "canary"', 'string'],
])(
  'hawser relay: %s ends it with a fatal line without the error’s text (T-60)',
  async (_what, code, name) => {
    const loaded = join(folder, 'crash.mjs')
    writeFileSync(loaded, `process.on('SIGUSR2', () => { ${code} })`)
    const relay = startWith({ loaded }, '--port', '0', '--data', folder)
    await relay.url
    relay.child.kill('SIGUSR2')
    const ended = await relay.ended
    expect(ended.code).toBe(70)
    const line: unknown = JSON.parse(ended.stderr.trimEnd().split('\n').at(-1) ?? '')
    expect(line).toMatchObject({ level: 60, code: name, msg: 'crashed' })
    expect(ended.stderr).not.toContain('canary')
  },
  timeout,
)

function fileIn(path: string): string {
  const file = join(path, 'file')
  writeFileSync(file, '', { mode: 0o600 })
  return file
}

function openFileIn(path: string): string {
  const file = fileIn(path)
  chmodSync(file, 0o644)
  return file
}
