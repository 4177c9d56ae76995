import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { createRelay } from '@hawser/relay'
import { freePort } from '@hawser/test-kit/freePort'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestIdentity, createTestToken } from '../../packages/relay/src/server/createTestClient.fixture.ts'
import { findSecrets } from '../security/secretScan.ts'
import { linesOf, programIfThere, readDeploy } from './deployFiles.ts'

const caddyfile = () => readDeploy('Caddyfile')
const names = { APP_HOST: 'app.example.com', RELAY_HOST: 'relay.example.com', REGISTRY_HOST: 'registry.example.com' }

/** Whether a TLS handshake with a local port succeeds. */
function answersTls(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

test('the Caddyfile T-60: one filtered log for everything, with failures; no plain token', () => {
  const lines = linesOf(caddyfile())
  // A log directive of a site would have its own format, so each site names the default log.
  expect(lines.filter((line) => /^log\b/.test(line))).toEqual(['log default {', 'log', 'log', 'log'])
  for (const line of ['request>uri regexp \\?.* ""', 'request>remote_ip delete', 'request>headers delete'])
    expect(lines).toContain(line)
  expect(caddyfile()).toMatch(/^http:\/\/\{\$RELAY_HOST\} \{\n\trespond 403\n\}$/m)
  expect(lines.filter((line) => line === 'respond /readyz 404')).toHaveLength(2)
})

test('the Caddyfile T-60: clients link through Caddy over TLS; its logs have no token or address', async () => {
  const caddy = programIfThere('caddy', 'Caddy with its Caddyfile')
  if (caddy === undefined) return
  const folder = temporaryFolder()
  const environment = { ...process.env, ...names, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const given = join(folder, 'given')
  writeFileSync(given, caddyfile())
  execFileSync(caddy, ['validate', '--adapter', 'caddyfile', '--config', given], { env: environment, stdio: 'pipe' })

  const relay = createRelay({ trustedProxies: 1, limits: { connectionsPerAddress: 2, refusalDelayMs: 1 } })
  onTestFinished(() => relay.stop())
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const [tls, plain, app, registry] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const config = join(folder, 'Caddyfile')
  writeFileSync(
    config,
    caddyfile()
      .replace('{\n', `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${await freePort()}\n`)
      .replace('http://{$RELAY_HOST}', `http://127.0.0.1:${plain}`)
      .replace('{$RELAY_HOST}', `https://localhost:${tls}`)
      .replace('{$APP_HOST}', `http://127.0.0.1:${app}`)
      .replace('{$REGISTRY_HOST}', `http://127.0.0.1:${registry}`)
      .replace('dynamic a relay 4402', `dynamic a localhost ${port}`)
      // One second without a relay is enough here.
      .replace('lb_try_duration 5s', 'lb_try_duration 1s'),
  )
  const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', config], {
    ...{ env: environment, stdio: ['ignore', 'ignore', 'pipe'] },
  })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  // Caddy logs that it has the certificate before it uses it.
  await expect.poll(() => answersTls(tls)).toBe(true)

  const tokens: string[] = []
  const connect = (address: string) => {
    const token = createTestToken(createTestIdentity())
    tokens.push(token)
    const headers = { 'x-forwarded-for': address }
    return new WebSocket(`wss://localhost:${tls}/?auth=${token}`, { headers, rejectUnauthorized: false })
  }
  const first = connect('192.0.2.1')
  await once(first, 'open')
  await once(connect('192.0.2.2'), 'open')
  // Three addresses claimed in a header count as one address for Caddy.
  expect((await once(connect('192.0.2.3'), 'close'))[0]).toBe(1013)
  expect((await fetch(`http://127.0.0.1:${plain}/?auth=${tokens[0]}`)).status).toBe(403)
  await relay.stop()
  const lost = connect('192.0.2.5')
  const status = await new Promise((resolve) => {
    lost.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode)).on('error', () => {})
  })
  expect(status).toBe(502)
  await expect.poll(() => log).toMatch(/http\.log\.error.*connection refused/)
  // Caddy before 2.7 logs status 0 for a WebSocket.
  await expect.poll(() => log).toMatch(/handled request.*"status":(?:0|101)/)
  const secrets = tokens.map((text, index) => ({ name: `token ${index}`, text }))
  expect(findSecrets(log, secrets)).toEqual([])
  expect(log).not.toMatch(/auth=|192\.0\.2\.|remote_ip/)
})
