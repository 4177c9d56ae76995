import { execFileSync, spawn } from 'node:child_process'
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@hawser/test-kit/freePort'
import { programFile } from '@hawser/test-kit/program'
import { startPostgres } from '@hawser/test-kit/startPostgres'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../scripts/programs.ts'
import { codeBlocksOf } from '../docs/codeBlocks.ts'
import { root } from '../docs/titles.ts'
import { fullEnvironment, healthcheckOf, readCompose, readEnvFile, serviceOf } from './composeFile.ts'
import { deploy, readDeploy } from './deployFiles.ts'

// Runs the services of compose.yaml with their commands and variables, on this machine instead of in containers.
const compose = readCompose()
const example = { ...readEnvFile(readDeploy('.env.example')), REGISTRY_KEY: 'ab'.repeat(32) }

/** Creates the secrets with the commands of the page. */
function makeSecrets(): string {
  const folder = temporaryFolder()
  const page = 'docs/site/run/docker.md'
  const block = codeBlocksOf(page, readFileSync(join(root, page), 'utf8')).find(({ text }) =>
    text.includes('openssl rand'),
  )
  execFileSync('sh', ['-eu', '-c', block?.text ?? 'exit 1'], { cwd: folder, stdio: 'pipe' })
  return join(folder, 'secrets')
}

/** Starts a program, and stops it with the test. Resolves to the first match of the pattern in the program's output. */
async function start(words: readonly string[], environment: NodeJS.ProcessEnv, pattern: RegExp): Promise<string> {
  const [program = '', ...args] = words
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let said = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk
      const found = pattern.exec(said)
      if (found !== null) resolve(found[1] ?? found[0])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then(() => reject(new Error(`${program} ended: ${said}`)))
  })
}

test('compose.yaml: its Redis and its relay run with the secrets of the page, and are healthy', async () => {
  const secrets = makeSecrets()
  const here = (text: string) => text.replaceAll('/run/secrets/', `${secrets}/`)
  const data = join(secrets, 'data')
  mkdirSync(data)
  const redisPort = await freePort()
  const words = (serviceOf(compose, 'redis').command ?? []).map((word) => (word === '/data' ? data : here(word)))
  await start([...words, '--port', `${redisPort}`, '--bind', '127.0.0.1'], {}, /Ready to accept connections/)
  const [, check = ''] = healthcheckOf(serviceOf(compose, 'redis'))
  const asked = here(check.replaceAll('$$', '$')).replace('redis-cli', `redis-cli -p ${redisPort}`)
  execFileSync('sh', ['-c', asked], { stdio: 'pipe' })
  expect(() => execFileSync('sh', ['-c', asked.replace('requirepass', 'nothing')], { stdio: 'pipe' })).toThrow()

  // The host names of the other containers resolve to this machine.
  const url = readFileSync(join(secrets, 'relay-redis-url'), 'utf8')
  expect(url).toMatch(/^redis:\/\/:[0-9a-f]{64}@redis:6379\n?$/)
  const environment = fullEnvironment(serviceOf(compose, 'relay'), example)
  const file = join(secrets, 'redis-url-here')
  writeFileSync(file, url.replace('redis:6379', `127.0.0.1:${redisPort}`), { mode: 0o440 })
  const [port, metricsPort] = [await freePort(), await freePort()]
  const running = await start(
    [process.execPath, programFile('packages/relay/src/main.ts')],
    {
      ...environment,
      ...{ HAWSER_RELAY_PORT: `${port}`, HAWSER_RELAY_METRICS_PORT: `${metricsPort}`, HAWSER_RELAY_DATA: data },
      ...{ HAWSER_RELAY_HOST: '127.0.0.1', HAWSER_RELAY_METRICS_HOST: '127.0.0.1', HAWSER_RELAY_REDIS_URL_FILE: file },
    },
    /^metrics: (\S+)/m,
  )
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  expect(await (await fetch(running)).text()).toContain('hawser_relay_connections 0')
  expect((await fetch(`http://127.0.0.1:${port}/`, { headers: { origin: 'https://evil.example' } })).status).not.toBe(
    101,
  )
})

test('compose.yaml: its PostgreSQL gets a role for the link store, and the app links with it', async () => {
  const secrets = makeSecrets()
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  // The page on using an existing PostgreSQL does the same by hand.
  for (const text of sqlOf('docs/site/run/postgresql.md')) await postgres.query(text)
  await postgres.query('drop schema hawser_link; drop role hawser_link')
  const host = new URL(postgres.url).searchParams.get('host') ?? ''
  const psql = findProgram('psql') ?? ''
  const script = readDeploy('postgres/link-role.sh').replaceAll('/run/secrets/', `${secrets}/`)
  execFileSync('sh', ['-c', script], {
    env: {
      ...{ PATH: `${psql.replace(/\/psql$/, '')}:${process.env.PATH}`, PGHOST: host },
      ...{ POSTGRES_USER: 'hawser', POSTGRES_DB: 'postgres' },
    },
    stdio: 'pipe',
  })
  const password = readFileSync(join(secrets, 'link-password'), 'utf8').trim()
  const [role] = await postgres.query("select rolpassword from pg_authid where rolname = 'hawser_link'")
  expect(isPasswordOf(String(Object(role).rolpassword), password)).toBe(true)
  expect(isPasswordOf(String(Object(role).rolpassword), `${password}\n`)).toBe(false)

  const environment = fullEnvironment(serviceOf(compose, 'app'), example)
  const files = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace('/run/secrets/', `${secrets}/`),
  ])
  const address = await start(
    [process.execPath, join(deploy, 'app/server.js')],
    {
      ...Object.fromEntries(files),
      ...{ HOST: '127.0.0.1', PORT: '0', DATABASE_URL: postgres.url.replace('hawser@', 'hawser_link@') },
    },
    /^(http:\S+)$/m,
  )
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${address}/hawser.json`)).json()).toMatchObject({
    relay: { url: 'wss://relay.example.com' },
    registry: { url: 'https://registry.example.com', key: 'ab'.repeat(32) },
  })
  const page = await fetch(address)
  for (const [, path = ''] of (await page.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g))
    expect([path, (await fetch(address + path)).status]).toEqual([path, 200])
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
  const ask = (headers: Record<string, string>) =>
    fetch(`${address}/link/challenges`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://app.example.com', ...headers },
      body: JSON.stringify({ purpose: 'link', accountId: 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb' }),
    })
  expect((await ask({})).status).toBe(401)
  const answer = await ask({ cookie })
  expect([answer.status, await answer.json()]).toEqual([201, expect.objectContaining({ message: expect.any(String) })])
  const owners = await postgres.query("select tableowner from pg_tables where tablename = 'link_challenges'")
  expect(owners).toEqual([{ tableowner: 'hawser_link' }])
  // The SQL that the page runs after a restore.
  for (const text of sqlOf('docs/site/run/backups.md')) await postgres.query(`set search_path = hawser_link; ${text}`)
})

const sqlOf = (page: string) =>
  codeBlocksOf(page, readFileSync(join(root, page), 'utf8')).flatMap(({ language, text }) =>
    language === 'sql' ? [text] : [],
  )

/** Reports whether PostgreSQL's verifier (RFC 5803) matches a password. */
function isPasswordOf(verifier: string, password: string): boolean {
  const [, count, salt = '', stored] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):/.exec(verifier) ?? []
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(count), 32, 'sha256')
  const key = createHmac('sha256', salted).update('Client Key').digest()
  return createHash('sha256').update(key).digest('base64') === stored
}
