import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Setting } from '@hawser/command'
import { createRelay } from '@hawser/relay'
import { isNight } from '@hawser/test-kit/night'
import { startTlsNginx } from '@hawser/test-kit/startNginx'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { defaultRelayLimits } from '../../packages/relay/src/limits/limits.ts'
import { createPrometheusMetrics } from '../../packages/relay/src/operator/prometheusMetrics.ts'
import { settings } from '../../packages/relay/src/operator/settings.ts'
import { defaultPingIntervalMs } from '../../packages/relay/src/server/createRelay.ts'
import { createTestIdentity, createTestToken } from '../../packages/relay/src/server/createTestClient.fixture.ts'
import { root } from '../docs/titles.ts'
import { findSecrets } from '../security/secretScan.ts'
import { linesOf, unknownVariables } from './deployFiles.ts'
import { exposureOf, hardening, readUnit } from './unitFile.ts'

// The files that an operator copies: the unit file, the Dockerfile, the nginx example and the runbook. Without Docker here, the
// tests only read the Dockerfile's rules.
const deploy = join(root, 'packages/relay/deploy')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const runbook = () => readFileSync(join(root, 'docs/relay-runbook.md'), 'utf8')
const all = Object.values<Setting<unknown>>(settings)
/** The Node options with which the relay's program starts. The unit file and the Dockerfile use the same options. */
const nodeFlags = () => {
  const [shebang = ''] = readFileSync(join(root, 'packages/relay/src/main.ts'), 'utf8').split('\n', 1)
  const flags = /^#!\/usr\/bin\/env -S node ((?:--\S+ ?)+)$/.exec(shebang)?.[1]?.split(' ') ?? []
  expect(flags).toContain('--disable-proto=delete')
  return flags
}
const shared = { graceSeconds: 3, spreadSeconds: 5 }

test('the unit file: a separate user, one folder to write to, no new rights', () => {
  const { lines, settingOf } = readUnit('relay')
  for (const line of [...hardening, 'StateDirectory=hawser-relay', 'LimitNOFILE=65536']) expect(lines).toContain(line)
  const exec = /^\S*\/node ((?:--\S+ )*)\S+\/@hawser\/relay\/dist\/main\.js$/.exec(settingOf('ExecStart'))?.[1]
  expect(exec?.trim().split(' ')).toEqual(nodeFlags())
  const drainSeconds = shared.graceSeconds + shared.spreadSeconds + defaultRelayLimits.stopMs / 1_000
  expect(drainSeconds).toBeLessThanOrEqual(10)
  expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThan(drainSeconds)
})

// dockerfile.test.ts checks the rules that all images share.
test('the Dockerfile: its user, files of root, a health check, and Node’s options', () => {
  const lines = linesOf(read('Dockerfile'))
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  expect(last).toContain('USER 65532:65532')
  expect(last).toContain('STOPSIGNAL SIGTERM')
  expect(last.find((line) => line.startsWith('HEALTHCHECK'))).toMatch(/CMD \["\/nodejs\/bin\/node", .*\/healthz.*\]$/)
  const words = ['/nodejs/bin/node', ...nodeFlags(), '/app/packages/relay/dist/main.js'].map((word) => `"${word}"`)
  expect(last.at(-1)).toBe(`ENTRYPOINT [${words.join(', ')}]`)
  // Root owns every folder that the relay must not write to: all folders but one.
  for (const line of last.filter((each) => each.startsWith('COPY')))
    expect(line).toMatch(line.endsWith(' /data') ? /--chown=65532:65532 --chmod=0700/ : /--chown=0:0/)
  // tsc does not copy the Redis scripts.
  expect(lines.join('\n')).toContain(
    "(cd packages/relay/src && find . -name '*.lua' -exec cp --parents {} ../dist \\;)",
  )
})

test('the nginx example T-60: no query, header or address in its logs', () => {
  const lines = linesOf(read('nginx.conf'))
  const text = lines.join('\n')
  const format = /log_format \w+ '(.*)';/.exec(text)?.[1] ?? ''
  const variables = format.match(/\$\w+/g) ?? []
  const harmless = [
    '$time_iso8601',
    '$request_method',
    '$uri',
    '$status',
    '$bytes_sent',
    '$request_time',
    '$upstream_addr',
  ]
  expect(variables.filter((variable) => !harmless.includes(variable))).toEqual([])
  expect(variables.length).toBeGreaterThan(3)
  for (const log of lines.filter((line) => line.startsWith('access_log'))) expect(log).toMatch(/ hawser_relay;$| off;$/)
  for (const log of lines.filter((line) => line.startsWith('error_log'))) expect(log).toMatch(/ emerg;$/)
  expect(lines.filter((line) => line === 'server {')).toHaveLength(2)
  expect(lines.filter((line) => line.startsWith('error_log'))).toHaveLength(2)
  expect(lines).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  for (const name of ['proxy_read_timeout', 'proxy_send_timeout']) {
    const seconds = Number(new RegExp(`${name} (\\d+)s;`).exec(text)?.[1])
    expect(seconds).toBeGreaterThan((defaultPingIntervalMs / 1_000) * 2)
  }
  const bodyLength = 1024 ** 2 * Number(/client_max_body_size (\d+)m;/.exec(text)?.[1])
  expect(bodyLength).toBeGreaterThanOrEqual(defaultRelayLimits.frameLength)
})

test('the runbook’s memory model has the young generation of Node’s start options', () => {
  const semiSpace = nodeFlags()
    .find((flag) => flag.startsWith('--max-semi-space-size='))
    ?.split('=')[1]
  // Three times as much: two spaces that alternate, and a third for large objects.
  expect(runbook()).toContain(`up to ${3 * Number(semiSpace)} MB more under load`)
})

test('the runbook and the deploy files name only existing settings, metrics and files', async () => {
  const texts = [runbook(), ...['hawser-relay.service', 'Dockerfile', 'nginx.conf'].map(read)].join('\n')
  expect(unknownVariables(texts.match(/HAWSER_RELAY_[A-Z_]+[A-Z]/g) ?? [])).toEqual([])
  const flags = new Set([...all.map(({ name }) => `--${name}`), ...nodeFlags().map((flag) => flag.replace(/=.*/, ''))])
  for (const [, flag] of runbook().matchAll(/`(--[a-z-]+)/g)) expect(flags).toContain(flag)
  const metrics = createPrometheusMetrics()
  metrics.observe(() => ({ connections: 0, pendingPushes: 0, bufferedLength: 0 }))
  const names = await metrics.text()
  const named = [...runbook().matchAll(/\b((?:hawser_relay|nodejs|process)_\w+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(1)
  for (const name of named) expect(names).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `)
  for (const file of ['README.md', 'packages/relay/README.md'])
    expect(readFileSync(join(root, file), 'utf8')).toContain('docs/relay-runbook.md')
})

// Only at night: `npm test` does not install systemd.
if (isNight) {
  test('the unit file passes systemd’s own check, with little left to exploit', () => {
    expect(exposureOf('relay')).toBeLessThanOrEqual(1.5)
  })
}

test('the nginx example T-60: clients link through it over TLS; its logs have no token', async () => {
  const relay = createRelay({ trustedProxies: 1, limits: { connectionsPerAddress: 2, refusalDelayMs: 1 } })
  onTestFinished(() => relay.stop())
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const nginx = await startTlsNginx({ name: 'relay', port })
  const tokens: string[] = []
  const connect = (address: string) => {
    const token = createTestToken(createTestIdentity())
    tokens.push(token)
    const headers = { 'x-forwarded-for': address }
    return new WebSocket(`wss://127.0.0.1:${nginx.tls}/?auth=${token}`, { headers, rejectUnauthorized: false })
  }
  const first = connect('192.0.2.1')
  await once(first, 'open')
  first.send(
    `{"id":1795208116400000001,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${'ab'.repeat(32)}"}}`,
  )
  expect(String((await once(first, 'message'))[0])).toMatch(/^\{"id":1795208116400000001,.*"result":"[0-9a-f]{64}"/)
  await once(connect('192.0.2.2'), 'open')
  // Three addresses claimed in a header count as one address for nginx.
  expect((await once(connect('192.0.2.3'), 'close'))[0]).toBe(1013)

  await relay.stop()
  const lost = connect('192.0.2.5')
  const status = await new Promise((resolve) => {
    lost.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode)).on('error', () => {})
  })
  expect(status).toBe(502)
  const plain = await fetch(`http://127.0.0.1:${nginx.plain}/?auth=${tokens[0]}`, { redirect: 'manual' })
  expect(plain.status).toBe(403)
  await expect.poll(nginx.log).toMatch(/ GET \/ 502 /)
  expect(nginx.log()).toMatch(/ GET \/ 101 /)
  expect(
    findSecrets(
      nginx.log(),
      tokens.map((text, index) => ({ name: `token ${index}`, text })),
    ),
  ).toEqual([])
  expect(nginx.log()).not.toMatch(/auth=|192\.0\.2\./)
})
