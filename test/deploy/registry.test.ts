import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import type { Setting } from '@hawser/command'
import { createRegistry, createUnsignedBundle, listenRegistry, loadListings } from '@hawser/registry'
import { freePort } from '@hawser/test-kit/freePort'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, onTestFinished, test } from 'vitest'
import { settings } from '../../packages/registry/src/commands/settings/settings.ts'
import { runHere } from '../../packages/registry/src/runCli.fixture.ts'
import { defaultRegistryLimits } from '../../packages/registry/src/server/limits.ts'
import { createPrometheusMetrics } from '../../packages/registry/src/server/prometheusMetrics.ts'
import { root } from '../docs/titles.ts'

// What an operator of a registry copies: the unit file, the Dockerfile (no Docker here: its rules are read, not run), the
// nginx example and the runbook.
const deploy = join(root, 'packages/registry/deploy')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const runbook = () => readFileSync(join(root, 'docs/registry-runbook.md'), 'utf8')
/** Lines that say something, continued lines as one. */
const linesOf = (text: string) =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
const all = Object.values<Setting<unknown>>(settings)

test('the registry’s unit file: a separate user, nothing to write to, no new rights', () => {
  const lines = linesOf(read('hawser-registry.service'))
  for (const line of [
    ...['DynamicUser=yes', 'UMask=0077', 'NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict'],
    ...['ProtectHome=yes', 'PrivateTmp=yes', 'PrivateDevices=yes', 'RestrictNamespaces=yes', 'Restart=always'],
    ...['StartLimitIntervalSec=0', 'LimitCORE=0', 'KillMode=mixed', 'SystemCallFilter=@system-service'],
    'ExecReload=/bin/kill -HUP $MAINPID',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  ])
    expect(lines).toContain(line)
  expect(lines.filter((line) => /^(ReadWritePaths|StateDirectory)=/.test(line))).toEqual([])
  const valueOfLine = (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  expect(valueOfLine('ExecStart')).toMatch(
    /\/node --disable-proto=delete \S+\/@hawser\/registry\/dist\/main\.js serve$/,
  )
  expect(Number(valueOfLine('TimeoutStopSec'))).toBeGreaterThan(defaultRegistryLimits.stopMs / 1_000)
  expect(Number(valueOfLine('LimitNOFILE'))).toBeGreaterThan(defaultRegistryLimits.connections)
})

test('the registry’s image: built without scripts, no root, no shell, a health check', () => {
  const lines = linesOf(read('Dockerfile'))
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  expect(last[0]).toMatch(/distroless.*:nonroot$/)
  expect(last).toContain('USER 65532:65532')
  expect(last.find((line) => line.startsWith('HEALTHCHECK'))).toMatch(/CMD \["\/nodejs\/bin\/node", .*\/healthz.*\]$/)
  const words = ['/nodejs/bin/node', '--disable-proto=delete', '/app/packages/registry/dist/main.js', 'serve']
  expect(last.at(-1)).toBe(`ENTRYPOINT [${words.map((word) => `"${word}"`).join(', ')}]`)
  for (const line of lines.filter((each) => /^COPY (?!--from)/.test(each)))
    for (const path of line.split(' ').slice(1, -1)) expect(existsSync(join(root, path))).toBe(true)
  for (const line of last.filter((each) => each.startsWith('COPY'))) expect(line).toContain('--chown=0:0')
  for (const install of lines.join('\n').match(/npm (ci|install)[^&\n]*/g) ?? [])
    expect(install).toMatch(/^npm ci --ignore-scripts /)
  expect(lines.join('\n')).not.toMatch(/^(ARG|ENV).*(PASSWORD|TOKEN|SECRET|_KEY=)/m)
  expect(linesOf(read('Dockerfile.dockerignore'))[0]).toBe('*')
})

test('the registry’s runbook and deploy files name only existing settings, metrics and files', async () => {
  const texts = [runbook(), ...['hawser-registry.service', 'Dockerfile', 'nginx.conf'].map(read)].join('\n')
  const variables = new Set(all.map(({ name }) => `HAWSER_REGISTRY_${name.toUpperCase().replaceAll('-', '_')}`))
  for (const [name] of texts.matchAll(/HAWSER_REGISTRY_[A-Z_]+[A-Z]/g)) expect(variables).toContain(name)
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
  for (const [, path = ''] of runbook().matchAll(/\]\((?!http|#)([^)#]+)/g))
    expect(existsSync(join(root, 'docs', path))).toBe(true)
  for (const file of ['README.md', 'packages/registry/README.md'])
    expect(readFileSync(join(root, file), 'utf8')).toContain('docs/registry-runbook.md')
})

function need(program: string, debianPackage: string): void {
  const isThere = ['/usr/sbin', '/usr/bin', '/bin'].some((folder) => existsSync(join(folder, program)))
  if (!isThere) throw new Error(`${program} is missing: install the Debian package ${debianPackage}.`)
}

// Only at night: `npm test` does not bring systemd.
if (isNight) {
  test('the registry’s unit file passes systemd’s own check, with little left to exploit', () => {
    need('systemd-analyze', 'systemd')
    const unit = join(deploy, 'hawser-registry.service')
    execFileSync('systemd-analyze', ['verify', unit])
    const report = execFileSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit], {
      encoding: 'utf8',
    })
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(1.5)
  })
}

/** The example with this machine's ports and folders, in the frame nginx.conf gives it. */
function writeNginxConf(
  folder: string,
  ports: { readonly tls: number; readonly plain: number; readonly registry: number },
) {
  for (const name of ['logs', 'tmp', 'cache']) mkdirSync(join(folder, name))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=registry.example', '-days', '1', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' })
  const example = read('nginx.conf')
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.tls} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${ports.plain}`)
    .replace('server 127.0.0.1:4403', `server 127.0.0.1:${ports.registry}`)
    .replace(/\/etc\/nginx\/tls\/\S+\.pem/, certificate)
    .replace(/\/etc\/nginx\/tls\/\S+\.key/, key)
    // Not its last part: nginx makes that, and nothing above it.
    .replaceAll('/var/cache/', `${join(folder, 'cache')}/`)
    .replaceAll('/var/log/nginx/', `${join(folder, 'logs')}/`)
  writeFileSync(join(folder, 'hawser-registry.conf'), example)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'tmp', name)};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const conf = `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/logs/main.log emerg;
events { worker_connections 256; }
http { access_log off; ${temporary.join(' ')} include ${folder}/hawser-registry.conf; }`
  writeFileSync(join(folder, 'nginx.conf'), conf)
  return join(folder, 'nginx.conf')
}

test('the registry’s nginx example T-60, T-102: TLS, a cache, no address or search in its logs', async () => {
  need('nginx', 'nginx')
  need('openssl', 'openssl')
  const folder = temporaryFolder()
  const running = await listenRegistry(createRegistry({ bundle: createUnsignedBundle(loadListings()) }), {
    ...{ port: 0, host: '127.0.0.1', trustedProxies: 1 },
    limits: { pace: { perSecond: 0.001, burst: 10 } },
  })
  onTestFinished(() => running.stop())
  const ports = { registry: running.port, tls: await freePort(), plain: await freePort() }
  const conf = writeNginxConf(folder, ports)
  execFileSync('nginx', ['-t', '-c', conf, '-e', 'stderr'], { stdio: 'pipe' })
  const nginx = spawn('nginx', ['-c', conf, '-e', 'stderr'], { stdio: 'ignore' })
  const ended = once(nginx, 'exit')
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  // `nginx -t` leaves an empty one; nginx that listens writes its number.
  await expect.poll(() => readFileSync(join(folder, 'pid'), 'utf8').trim(), { timeout: 20_000 }).toBe(String(nginx.pid))
  let count = 0
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    count += 1
    const asked = request({
      port: ports.tls,
      host: '127.0.0.1',
      path,
      headers,
      rejectUnauthorized: false,
      agent: false,
    })
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
  // From the cache: the same for every client of the same encoding, with any address and host.
  for (let index = 0; index < 20; index += 1) {
    const again = await ask('/v1/wallets?search=canary', {
      'x-forwarded-for': `192.0.2.${index}`,
      host: 'evil.example',
    })
    expect([again.status, again.headers.etag]).toEqual([200, first.headers.etag])
  }
  const statusesOf = () => [
    ...readFileSync(join(folder, 'logs/hawser-registry.access.log'), 'utf8').matchAll(/ \S+ (HIT|MISS) /g),
  ]
  // nginx writes its line after the answer.
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
  // Yesterday's manifest is not valid.
  expect(read('nginx.conf')).not.toMatch(/background_update|use_stale[^;]*updating/)
  const short = await ask('/v1/wallets', { 'accept-encoding': 'gzip;q=0.5, br' })
  const plain = await ask('/v1/wallets')
  expect([short.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['br', undefined])
  expect(short.body.length).toBeLessThan(plain.body.length / 3)
  // Twenty addresses by their own account are one by nginx's.
  const statuses: number[] = []
  for (let index = 0; index < 20; index += 1)
    statuses.push(
      (await ask(`/v1/wallets?page=${index + 2}&search=canary`, { 'x-forwarded-for': `192.0.2.${index}` })).status,
    )
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect((await fetch(`http://127.0.0.1:${ports.plain}/v1/wallets`, { redirect: 'manual' })).status).toBe(301)
  await running.stop()
  expect((await ask('/v1/wallets?search=canary')).status).toBe(200)
  expect((await ask('/v1/wallets?search=canary2')).status).toBe(502)
  const log = () =>
    ['access', 'error'].map((name) => readFileSync(join(folder, `logs/hawser-registry.${name}.log`), 'utf8')).join('\n')
  await expect.poll(log).toMatch(/ GET \/v1\/wallets 502 /)
  expect(log()).toMatch(/ GET \/v1\/wallets 200 \d+ \S+ HIT /)
  expect(log()).not.toMatch(/canary|192\.0\.2\.|127\.0\.0\.1 -/)
})
