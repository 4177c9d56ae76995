import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { programFile } from '@hawser/test-kit/program'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, onTestFinished, test } from 'vitest'
import { publicKeyOf } from '../bundle/bundleKey.ts'
import { publicKey, sampleBundle, sampleListings } from '../bundle/sampleBundle.fixture.ts'
import { createTestBundle } from '../bundle/testBundle.fixture.ts'
import { writeBundle } from '../bundle/writeBundle.ts'
import { createRegistry, listenRegistry, loadListings } from '../index.ts'

// Each test starts its own processes.
const timeout = 60_000

/** Starts `hawser registry` as the unit file and the image do. */
function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const node = ['--disable-proto=delete']
  const child = spawn(process.execPath, [...node, programFile(join(import.meta.dirname, '../main.ts')), ...args], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code]): { code: unknown; stdout: string; stderr: string } => {
    return { code, stdout, stderr }
  })
  /** Resolves with the first group of a pattern, once the output matches. */
  const said = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(`${stdout}\n${stderr}`)?.[1]
      if (found !== undefined) return found
      const next = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended])
      if ('code' in next) throw new Error(`ended: ${next.stdout}${next.stderr}`)
    }
  }
  return { child, ended, said, url: () => said(/^registry: (http:\S+) \(/m) }
}

const statusOf = async (url: string) => (await fetch(url)).status

test('hawser registry: prints its address, stops on SIGINT with exit code 0', { timeout }, async () => {
  const run = start(['--port', '0', '--log-level', 'warn'])
  const url = await run.url()
  expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok')
  const { total }: { total: number } = await (await fetch(`${url}/v1/wallets`)).json()
  expect(total).toBe(loadListings().length)
  run.child.kill('SIGINT')
  expect(await run.ended).toMatchObject({ code: 0, stderr: '' })
})

test('hawser registry: one clear line for an unusable start, and an exit code', {
  timeout,
}, async () => {
  const running = await listenRegistry(createRegistry({ bundle: createTestBundle() }), { port: 0, host: '127.0.0.1' })
  onTestFinished(() => running.stop())
  const folder = temporaryFolder()
  writeBundle(sampleBundle(), folder)
  const runs = [
    [['--port', '70000'], 2, /--port must be a whole number/],
    [['--nonsense', '1'], 2, /--nonsense is not an option.*--help/],
    [['serve', '--port', '-1'], 2, /--port/],
    [['--port', String(running.port)], 1, /Port \d+ is taken/],
    [['--port', '0', '--bundle', join(folder, 'nowhere')], 1, /cannot be read/],
    [['--port', '0', '--bundle', folder, '--public-key', publicKeyOf(randomBytes(32))], 1, /No trusted key has signed/],
  ] as const
  const all = runs.map(([args, exitCode, line]) => ({ run: start(args), exitCode, line }))
  for (const { run, exitCode, line } of all) {
    const { code, stdout, stderr } = await run.ended
    expect([code, stdout, stderr]).toEqual([exitCode, '', expect.stringMatching(/^hawser registry serve: [^\n]+\n$/)])
    expect(stderr).toMatch(line)
  }
})

test('hawser registry: flags, environment, a signed bundle, metrics; SIGTERM drains (F-R3)', {
  timeout,
}, async () => {
  const folder = temporaryFolder()
  const bundle = sampleBundle()
  writeBundle(bundle, folder)
  const environment = { HAWSER_REGISTRY_BUNDLE: folder, HAWSER_REGISTRY_METRICS_PORT: '0', HAWSER_REGISTRY_PORT: '0' }
  const run = start(['serve', '--public-key', publicKey, '--drain-grace', '1'], environment)
  const url = await run.url()
  expect(await (await fetch(`${url}/v1/manifest.json`)).text()).toBe(bundle.manifestJson)
  expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map((path) => statusOf(url + path)))).toEqual([
    200, 200, 404,
  ])
  const metricsUrl = await run.said(/^metrics: (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m)
  await statusOf(`${url}/v1/wallets?search=canary`)
  const metrics = await (await fetch(metricsUrl)).text()
  expect(metrics).toContain('hawser_registry_bundle_version 7')
  expect(metrics).toContain('hawser_registry_requests_total{route="/v1/wallets",status="200"} 1')
  expect(metrics).not.toContain('canary')
  // The bundle's expiry is long past.
  await run.said(/("level":40,[^\n]*the bundle has expired)/)
  run.child.kill('SIGTERM')
  await expect.poll(() => statusOf(`${url}/readyz`)).toBe(503)
  expect(await statusOf(`${url}/v1/wallets`)).toBe(200)
  expect(await run.ended).toMatchObject({ code: 0 })
})

test('hawser registry T-104: SIGHUP loads a new bundle without losing a request', {
  timeout,
}, async () => {
  const folder = temporaryFolder()
  writeBundle(sampleBundle({ version: 7 }), folder)
  const run = start(['--port', '0', '--bundle', folder, '--public-key', publicKey])
  const url = await run.url()
  const versionOf = async () => {
    const { version }: { version: number } = await (await fetch(`${url}/v1/wallets?entries=1`)).json()
    return version
  }
  let isOver = false
  const statuses = new Set<number>()
  const asking = (async () => {
    while (!isOver) statuses.add(await statusOf(`${url}/v1/wallets?search=${Math.random()}`))
  })()
  writeBundle(sampleBundle({ version: 8, listings: sampleListings(300) }), folder)
  expect(await versionOf()).toBe(7)
  run.child.kill('SIGHUP')
  await expect.poll(versionOf, { timeout: 20_000 }).toBe(8)
  for (const [bundle, said] of [
    [sampleBundle({ version: 7 }), /("code":"older_bundle")/],
    [sampleBundle({ version: 9, signingKey: randomBytes(32) }), /("code":"invalid_bundle")/],
  ] as const) {
    writeBundle(bundle, folder)
    run.child.kill('SIGHUP')
    await run.said(said)
    expect(await versionOf()).toBe(8)
  }
  isOver = true
  await asking
  expect(statuses).toEqual(new Set([200]))
  run.child.kill('SIGTERM')
  expect(await run.ended).toMatchObject({ code: 0 })
})

test('hawser registry T-60: no address, query, header or path of a visitor is in logs or metrics', {
  timeout,
}, async () => {
  const canary = randomBytes(16).toString('hex')
  const slow = ['--max-requests', '1']
  const run = start(['--port', '0', '--metrics-port', '0', '--log-level', 'debug', '--trusted-proxies', '1', ...slow])
  const url = await run.url()
  const { port } = new URL(url)
  const ask = async (path: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.77', 'x-canary': canary, cookie: canary, 'if-none-match': canary }
    const asked = request({ port, path, headers, agent: false })
    asked.end()
    const [response] = await once(asked, 'response')
    response.resume()
    await once(response, 'end')
  }
  for (let index = 0; index < 40; index += 1) await ask(`/v1/wallets?search=${canary}`)
  for (const path of [`/${canary}`, `/v1/wallets/${canary}`, `/v1/wallets?${canary}=1`, `/getWalletImage/${canary}`])
    await ask(path)
  const metrics = await (await fetch(await run.said(/^metrics: (\S+)$/m))).text()
  expect(metrics).toContain('hawser_registry_refused_total{reason="pace"}')
  run.child.kill('SIGTERM')
  const { stdout, stderr } = await run.ended
  for (const text of [stdout, stderr, metrics]) {
    expect(text).not.toContain(canary)
    expect(text).not.toContain('203.0.113.77')
  }
})

test('hawser registry T-60: an uncaught error ends it with a line without its text', {
  timeout,
}, async () => {
  const folder = temporaryFolder()
  const loaded = join(folder, 'crash.mjs')
  writeFileSync(
    loaded,
    `process.on('SIGUSR2', () => { throw Object.assign(new TypeError('canary'), { code: 'E_TEST' }) })`,
  )
  const run = start(['--port', '0'], { NODE_OPTIONS: `--import ${loaded}` })
  await run.url()
  run.child.kill('SIGUSR2')
  const { code, stderr } = await run.ended
  expect(code).toBe(70)
  expect(stderr).toMatch(/"level":60,[^\n]*"code":"E_TEST"[^\n]*"crashed"/)
  expect(stderr).not.toContain('canary')
})
