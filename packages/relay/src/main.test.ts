import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestClient } from './createTestClient.conformance.ts'

// Each test starts processes of its own.
const timeout = 60_000
let folder: string
const running = new Set<ChildProcess>()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hawser-relay-'))
})
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true })
})

type Process = {
  readonly child: ChildProcess
  /** The address it listens on. Rejects with what it said when it ends before that. */
  readonly url: Promise<string>
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

function start(...args: string[]): Process {
  const node = ['--import', 'tsx', '--conditions=@hawser/source', join(import.meta.dirname, 'main.ts')]
  const child = spawn(process.execPath, [...node, ...args], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code, stdout, stderr }
  })
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      const address = /^relay: (ws:\S+)/m.exec(stdout)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    void ended.then(() => reject(new Error(`ended: ${stderr}`)))
  })
  url.catch(() => {})
  return { child, url, ended }
}

test(
  'hawser-relay: --help says what it takes',
  async () => {
    const { code, stdout } = await start('--help').ended
    expect(code).toBe(0)
    for (const option of ['--port', '--host', '--data', '--help']) expect(stdout).toContain(option)
  },
  timeout,
)

test.each([
  ['a port that is none', () => ['--port', '70000'], /--port is a whole number/],
  ['an unknown option', () => ['--prot', '1'], /'--prot'.*--help/],
  ['a folder that is a file', () => ['--port', '0', '--data', fileIn(folder)], /cannot be opened.*folder/],
  ['a folder that cannot be made', () => ['--port', '0', '--data', '/proc/hawser'], /cannot be opened.*folder/],
])(
  'hawser-relay: %s gives one line and exit code 1',
  async (_what, args, line) => {
    const { code, stdout, stderr } = await start(...args()).ended
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(line)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  },
  timeout,
)

test(
  'hawser-relay: a taken port and a mailbox in use are refused; a signal stops it with exit code 0',
  async () => {
    const first = start('--port', '0', '--data', folder)
    const url = await first.url
    const client = await createTestClient(url)
    const [port, data] = await Promise.all([
      start('--port', new URL(url).port, '--data', join(folder, 'other')).ended,
      start('--port', '0', '--data', folder).ended,
    ])
    expect([port.code, data.code]).toEqual([1, 1])
    expect(port.stderr).toMatch(/^hawser-relay: Port \d+ is taken/m)
    expect(data.stderr).toMatch(/^hawser-relay: Another relay holds the mailbox [^\n]+\n$/)
    first.child.kill('SIGTERM')
    expect((await client.closed).code).toBe(1001)
    expect(await first.ended).toMatchObject({ code: 0 })
    const second = start('--port', '0', '--data', folder)
    await second.url
    second.child.kill('SIGINT')
    expect(await second.ended).toMatchObject({ code: 0 })
  },
  timeout,
)

test(
  'hawser-relay: after kill -9 in mid-stream every publish that was answered is there, in order',
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
    const isComplete = () =>
      topics.every((topic) => {
        const got = new Set(wallet.deliveries.map(({ delivery }) => delivery.topic + delivery.message))
        return (answered.get(topic) ?? []).every((message) => got.has(topic + message))
      })
    await wallet.settle()
    while (!isComplete()) await wallet.nextDelivery()
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

function fileIn(path: string): string {
  const file = join(path, 'file')
  writeFileSync(file, '')
  return file
}
