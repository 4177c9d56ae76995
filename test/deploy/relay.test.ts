import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Setting } from '@hawser/command'
import { createRelay } from '@hawser/relay'
import { freePort } from '@hawser/test-kit/freePort'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { defaultRelayLimits } from '../../packages/relay/src/limits/limits.ts'
import { createPrometheusMetrics } from '../../packages/relay/src/operator/prometheusMetrics.ts'
import { settings } from '../../packages/relay/src/operator/settings.ts'
import { defaultPingIntervalMs } from '../../packages/relay/src/server/createRelay.ts'
import { createTestIdentity, createTestToken } from '../../packages/relay/src/server/createTestClient.fixture.ts'
import { root } from '../docs/titles.ts'
import { findSecrets } from '../security/secretScan.ts'

// What an operator copies: the unit file, the Dockerfile (no Docker here: its rules are read, not run), the nginx example
// and the runbook.
const deploy = join(root, 'packages/relay/deploy')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const runbook = () => readFileSync(join(root, 'docs/relay-runbook.md'), 'utf8')
/** Lines that say something, continued lines as one. */
const linesOf = (text: string) =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
const all = Object.values<Setting<unknown>>(settings)
/** The options of Node itself, where the relay's program is started by its name: unit and Dockerfile say the same. */
const nodeFlags = () => {
  const [shebang = ''] = readFileSync(join(root, 'packages/relay/src/main.ts'), 'utf8').split('\n', 1)
  const flags = /^#!\/usr\/bin\/env -S node ((?:--\S+ ?)+)$/.exec(shebang)?.[1]?.split(' ') ?? []
  expect(flags).toContain('--disable-proto=delete')
  return flags
}
const shared = { graceSeconds: 3, spreadSeconds: 5 }

test('the unit file: a separate user, one folder to write to, no new rights', () => {
  const lines = linesOf(read('hawser-relay.service'))
  for (const line of [
    ...[
      'DynamicUser=yes',
      'StateDirectory=hawser-relay',
      'UMask=0077',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
    ],
    ...['ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes', 'PrivateDevices=yes', 'RestrictNamespaces=yes'],
    ...['Restart=always', 'StartLimitIntervalSec=0', 'LimitNOFILE=65536', 'LimitCORE=0', 'KillMode=mixed'],
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
    'SystemCallFilter=@system-service',
  ])
    expect(lines).toContain(line)
  const valueOfLine = (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const exec = /^\S*\/node ((?:--\S+ )*)\S+\/@hawser\/relay\/dist\/main\.js$/.exec(valueOfLine('ExecStart'))?.[1]
  expect(exec?.trim().split(' ')).toEqual(nodeFlags())
  const drainSeconds = shared.graceSeconds + shared.spreadSeconds + defaultRelayLimits.stopMs / 1_000
  expect(drainSeconds).toBeLessThanOrEqual(10)
  expect(Number(valueOfLine('TimeoutStopSec'))).toBeGreaterThan(drainSeconds)
})

test('the Dockerfile: a last stage without shell or root, no scripts run, no secret', () => {
  const lines = linesOf(read('Dockerfile'))
  const stages = lines.filter((line) => line.startsWith('FROM '))
  expect(stages).toHaveLength(2)
  for (const stage of stages) expect(stage).not.toMatch(/:latest|^FROM [^:@]+( |$)/)
  const last = lines.slice(lines.lastIndexOf(stages[1] ?? ''))
  expect(last[0]).toMatch(/distroless.*:nonroot$/)
  expect(last.filter((line) => /^(RUN|ADD|SHELL)/.test(line))).toEqual([])
  expect(last).toContain('USER 65532:65532')
  expect(last).toContain('STOPSIGNAL SIGTERM')
  expect(last.find((line) => line.startsWith('HEALTHCHECK'))).toMatch(/CMD \["\/nodejs\/bin\/node", .*\/healthz.*\]$/)
  const words = ['/nodejs/bin/node', ...nodeFlags(), '/app/packages/relay/dist/main.js'].map((word) => `"${word}"`)
  expect(last.at(-1)).toBe(`ENTRYPOINT [${words.join(', ')}]`)
  // Copied from outside only what there is; what is written later belongs to root, but for the one folder.
  for (const line of lines.filter((each) => /^COPY (?!--from)/.test(each)))
    for (const path of line.split(' ').slice(1, -1)) expect(existsSync(join(root, path))).toBe(true)
  for (const line of last.filter((each) => each.startsWith('COPY')))
    expect(line).toMatch(line.endsWith(' /data') ? /--chown=65532:65532 --chmod=0700/ : /--chown=0:0/)
  for (const install of lines.join('\n').match(/npm (ci|install)[^&\n]*/g) ?? [])
    expect(install).toMatch(/^npm ci --ignore-scripts /)
  // tsc leaves the scripts of Redis where they are.
  expect(lines.join('\n')).toContain(
    "(cd packages/relay/src && find . -name '*.lua' -exec cp --parents {} ../dist \\;)",
  )
  expect(lines.join('\n')).not.toMatch(/^(ARG|ENV).*(PASSWORD|TOKEN|SECRET|REDIS_URL)/m)
  expect(linesOf(read('Dockerfile.dockerignore'))[0]).toBe('*')
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
  // Three times as much: two that take turns, and one for what is large.
  expect(runbook()).toContain(`up to ${3 * Number(semiSpace)} MB more under load`)
})

test('the runbook and the deploy files name only existing settings, metrics and files', async () => {
  const texts = [runbook(), ...['hawser-relay.service', 'Dockerfile', 'nginx.conf'].map(read)].join('\n')
  const variables = new Set(all.map(({ name }) => `HAWSER_RELAY_${name.toUpperCase().replaceAll('-', '_')}`))
  for (const [name] of texts.matchAll(/HAWSER_RELAY_[A-Z_]+[A-Z]/g)) expect(variables).toContain(name)
  const flags = new Set([...all.map(({ name }) => `--${name}`), ...nodeFlags().map((flag) => flag.replace(/=.*/, ''))])
  for (const [, flag] of runbook().matchAll(/`(--[a-z-]+)/g)) expect(flags).toContain(flag)
  const metrics = createPrometheusMetrics()
  metrics.observe(() => ({ connections: 0, pendingPushes: 0, bufferedLength: 0 }))
  const names = await metrics.text()
  const named = [...runbook().matchAll(/\b((?:hawser_relay|nodejs|process)_\w+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(1)
  for (const name of named) expect(names).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `)
  for (const [, path = ''] of runbook().matchAll(/\]\((?!http|#)([^)#]+)/g))
    expect(existsSync(join(root, 'docs', path))).toBe(true)
  for (const file of ['README.md', 'packages/relay/README.md'])
    expect(readFileSync(join(root, file), 'utf8')).toContain('docs/relay-runbook.md')
})

function need(program: string, debianPackage: string): void {
  const isThere = ['/usr/sbin', '/usr/bin', '/bin'].some((folder) => existsSync(join(folder, program)))
  if (!isThere) throw new Error(`${program} is missing: install the Debian package ${debianPackage}.`)
}

/** The example with this machine's ports and folders, in the frame nginx.conf gives it. */
function writeNginxConf(
  folder: string,
  ports: { readonly tls: number; readonly plain: number; readonly relay: number },
) {
  for (const name of ['logs', 'tmp']) mkdirSync(join(folder, name))
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const subject = ['-subj', '/CN=relay.example', '-days', '1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], { stdio: 'ignore' })
  const example = read('nginx.conf')
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.tls} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${ports.plain}`)
    .replace('server 127.0.0.1:4402', `server 127.0.0.1:${ports.relay}`)
    .replace(/\/etc\/nginx\/tls\/\S+\.pem/, certificate)
    .replace(/\/etc\/nginx\/tls\/\S+\.key/, key)
    .replaceAll('/var/log/nginx/', `${join(folder, 'logs')}/`)
  writeFileSync(join(folder, 'hawser-relay.conf'), example)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'tmp', name)};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const conf = `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/logs/main.log emerg;
events { worker_connections 256; }
http { access_log off; ${temporary.join(' ')} include ${folder}/hawser-relay.conf; }`
  writeFileSync(join(folder, 'nginx.conf'), conf)
  return join(folder, 'nginx.conf')
}

// Only at night: `npm test` does not bring systemd.
if (isNight) {
  test('the unit file passes systemd’s own check, with little left to exploit', () => {
    need('systemd-analyze', 'systemd')
    const unit = join(deploy, 'hawser-relay.service')
    execFileSync('systemd-analyze', ['verify', unit])
    const report = execFileSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit], {
      encoding: 'utf8',
    })
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(1.5)
  })
}

test('the nginx example T-60: clients link through it over TLS; its logs have no token', async () => {
  need('nginx', 'nginx')
  need('openssl', 'openssl')
  const folder = temporaryFolder()
  const relay = createRelay({ trustedProxies: 1, limits: { connectionsPerAddress: 2, refusalDelayMs: 1 } })
  onTestFinished(() => relay.stop())
  const ports = {
    relay: (await relay.listen({ port: 0, host: '127.0.0.1' })).port,
    tls: await freePort(),
    plain: await freePort(),
  }
  const conf = writeNginxConf(folder, ports)
  execFileSync('nginx', ['-t', '-c', conf, '-e', 'stderr'], { stdio: 'pipe' })
  const nginx = spawn('nginx', ['-c', conf, '-e', 'stderr'], { stdio: 'ignore' })
  const ended = once(nginx, 'exit')
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  const tokens: string[] = []
  const connect = (address: string, path = '/') => {
    const token = createTestToken(createTestIdentity())
    tokens.push(token)
    const headers = { 'x-forwarded-for': address }
    return new WebSocket(`wss://127.0.0.1:${ports.tls}${path}?auth=${token}`, { headers, rejectUnauthorized: false })
  }
  // `nginx -t` leaves an empty one; nginx that listens writes its number.
  await expect.poll(() => readFileSync(join(folder, 'pid'), 'utf8').trim(), { timeout: 20_000 }).toBe(String(nginx.pid))
  const first = connect('192.0.2.1')
  await once(first, 'open')
  first.send(
    `{"id":1795208116400000001,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${'ab'.repeat(32)}"}}`,
  )
  expect(String((await once(first, 'message'))[0])).toMatch(/^\{"id":1795208116400000001,.*"result":"[0-9a-f]{64}"/)
  await once(connect('192.0.2.2'), 'open')
  // Three addresses by their own account, one by nginx's.
  expect((await once(connect('192.0.2.3'), 'close'))[0]).toBe(1013)

  await relay.stop()
  const lost = connect('192.0.2.5')
  const status = await new Promise((resolve) => {
    lost.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode)).on('error', () => {})
  })
  expect(status).toBe(502)
  const plain = await fetch(`http://127.0.0.1:${ports.plain}/?auth=${tokens[0]}`, { redirect: 'manual' })
  expect(plain.status).toBe(403)
  const log = () =>
    ['access', 'error'].map((name) => readFileSync(join(folder, `logs/hawser-relay.${name}.log`), 'utf8')).join('\n')
  await expect.poll(log).toMatch(/ GET \/ 502 /)
  expect(log()).toMatch(/ GET \/ 101 /)
  expect(
    findSecrets(
      log(),
      tokens.map((text, index) => ({ name: `token ${index}`, text })),
    ),
  ).toEqual([])
  expect(log()).not.toMatch(/auth=|192\.0\.2\./)
})
