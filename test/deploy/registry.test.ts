import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import type { Setting } from '@hawser/command'
import { createRegistry, createUnsignedBundle, listenRegistry, loadListings } from '@hawser/registry'
import { isNight } from '@hawser/test-kit/night'
import { startTlsNginx } from '@hawser/test-kit/startNginx'
import { expect, onTestFinished, test } from 'vitest'
import { settings } from '../../packages/registry/src/commands/settings/settings.ts'
import { runHere } from '../../packages/registry/src/runCli.fixture.ts'
import { defaultRegistryLimits } from '../../packages/registry/src/server/limits.ts'
import { createPrometheusMetrics } from '../../packages/registry/src/server/prometheusMetrics.ts'
import { root } from '../docs/titles.ts'
import { linesOf, unknownVariables } from './deployFiles.ts'
import { exposureOf, hardening, readUnit } from './unitFile.ts'

// The files that an operator of a registry copies: the unit file, the Dockerfile, the nginx example and the runbook. Without
// Docker here, the tests only read the Dockerfile's rules.
const deploy = join(root, 'packages/registry/deploy')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const runbook = () => readFileSync(join(root, 'docs/registry-runbook.md'), 'utf8')
const all = Object.values<Setting<unknown>>(settings)

test('the registry’s unit file: a separate user, nothing to write to, no new rights', () => {
  const { lines, settingOf } = readUnit('registry')
  for (const line of [...hardening, 'ExecReload=/bin/kill -HUP $MAINPID']) expect(lines).toContain(line)
  expect(lines.filter((line) => /^(ReadWritePaths|StateDirectory)=/.test(line))).toEqual([])
  expect(settingOf('ExecStart')).toMatch(/\/node --disable-proto=delete \S+\/@hawser\/registry\/dist\/main\.js serve$/)
  expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThan(defaultRegistryLimits.stopMs / 1_000)
  expect(Number(settingOf('LimitNOFILE'))).toBeGreaterThan(defaultRegistryLimits.connections)
})

// dockerfile.test.ts checks the rules that all images share.
test('the registry’s image: its user, files of root, a health check, and Node’s options', () => {
  const lines = linesOf(read('Dockerfile'))
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  expect(last).toContain('USER 65532:65532')
  expect(last.find((line) => line.startsWith('HEALTHCHECK'))).toMatch(/CMD \["\/nodejs\/bin\/node", .*\/healthz.*\]$/)
  const words = ['/nodejs/bin/node', '--disable-proto=delete', '/app/packages/registry/dist/main.js', 'serve']
  expect(last.at(-1)).toBe(`ENTRYPOINT [${words.map((word) => `"${word}"`).join(', ')}]`)
  for (const line of last.filter((each) => each.startsWith('COPY'))) expect(line).toContain('--chown=0:0')
})

test('the registry’s runbook and deploy files name only existing settings, metrics and files', async () => {
  const texts = [runbook(), ...['hawser-registry.service', 'Dockerfile', 'nginx.conf'].map(read)].join('\n')
  expect(unknownVariables(texts.match(/HAWSER_REGISTRY_[A-Z_]+[A-Z]/g) ?? [])).toEqual([])
  const commands = ['build', 'sign', 'verify', 'export', 'keygen', 'diff', 'add', 'check']
  const help = (await Promise.all(commands.map((name) => runHere([name, '--help']))))
    .map(({ stdout }) => stdout)
    .join('\n')
  const flags = new Set(all.map(({ name }) => `--${name}`))
  for (const [, flag = ''] of runbook().matchAll(/[` ](--[a-z-]+)/g))
    expect([flag, flags.has(flag) || help.includes(flag) || flag === '--delay-updates']).toEqual([flag, true])
  const metrics = createPrometheusMetrics()
  metrics.observe(() => ({ connections: 0, bundleVersion: 1, bundleListings: 0, bundleExpiresAt: 0 }))
  const names = await metrics.text()
  const named = [...runbook().matchAll(/\b((?:hawser_registry|nodejs|process)_\w+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(1)
  for (const name of named) expect(names).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `)
  for (const file of ['README.md', 'packages/registry/README.md'])
    expect(readFileSync(join(root, file), 'utf8')).toContain('docs/registry-runbook.md')
})

// Only at night: `npm test` does not install systemd.
if (isNight) {
  test('the registry’s unit file passes systemd’s own check, with little left to exploit', () => {
    expect(exposureOf('registry')).toBeLessThanOrEqual(1.5)
  })
}

test('the registry’s nginx example T-60, T-102: TLS, a cache, no address or search in its logs', async () => {
  const running = await listenRegistry(createRegistry({ bundle: createUnsignedBundle(loadListings()) }), {
    ...{ port: 0, host: '127.0.0.1', trustedProxies: 1 },
    limits: { pace: { perSecond: 0.001, burst: 10 } },
  })
  onTestFinished(() => running.stop())
  const nginx = await startTlsNginx({ name: 'registry', port: running.port })
  let count = 0
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    count += 1
    const to = { port: nginx.tls, host: '127.0.0.1', rejectUnauthorized: false, agent: false }
    const asked = request({ ...to, path, headers })
    asked.end()
    const [response] = await once(asked, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: Number(response.statusCode), headers: response.headers, body: Buffer.concat(chunks) }
  }
  const first = await ask('/v1/wallets?search=canary')
  expect(first).toMatchObject({
    status: 200,
    headers: { 'strict-transport-security': 'max-age=31536000', 'access-control-allow-origin': '*' },
  })
  // nginx answers from its cache: every client with the same encoding gets the same response, for any address and host.
  for (let index = 0; index < 20; index += 1) {
    const again = await ask('/v1/wallets?search=canary', {
      'x-forwarded-for': `192.0.2.${index}`,
      host: 'evil.example',
    })
    expect([again.status, again.headers.etag]).toEqual([200, first.headers.etag])
  }
  const statusesOf = () => [...nginx.log().matchAll(/ \S+ (HIT|MISS) /g)]
  // nginx writes its log line after the response.
  await expect.poll(() => statusesOf().length).toBe(count)
  const before = count
  for (const encoding of ['x1', 'x2', 'br;q=0', 'deflate, brr']) {
    const again = await ask('/v1/wallets?search=canary', { 'accept-encoding': encoding })
    expect(again.headers).toMatchObject({ etag: first.headers.etag })
  }
  await expect
    .poll(() =>
      statusesOf()
        .slice(before)
        .map(([, status]) => status),
    )
    .toEqual(['HIT', 'HIT', 'HIT', 'HIT'])
  // Stale responses are off, because yesterday's manifest is no longer valid.
  expect(read('nginx.conf')).not.toMatch(/background_update|use_stale[^;]*updating/)
  const short = await ask('/v1/wallets', { 'accept-encoding': 'gzip;q=0.5, br' })
  const plain = await ask('/v1/wallets')
  expect([short.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['br', undefined])
  expect(short.body.length).toBeLessThan(plain.body.length / 3)
  // Twenty addresses claimed in a header count as one address for nginx.
  const statuses: number[] = []
  for (let index = 0; index < 20; index += 1)
    statuses.push(
      (await ask(`/v1/wallets?page=${index + 2}&search=canary`, { 'x-forwarded-for': `192.0.2.${index}` })).status,
    )
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect((await fetch(`http://127.0.0.1:${nginx.plain}/v1/wallets`, { redirect: 'manual' })).status).toBe(301)
  await running.stop()
  expect((await ask('/v1/wallets?search=canary')).status).toBe(200)
  expect((await ask('/v1/wallets?search=canary2')).status).toBe(502)
  await expect.poll(nginx.log).toMatch(/ GET \/v1\/wallets 502 /)
  expect(nginx.log()).toMatch(/ GET \/v1\/wallets 200 \d+ \S+ HIT /)
  expect(nginx.log()).not.toMatch(/canary|192\.0\.2\.|127\.0\.0\.1 -/)
})
