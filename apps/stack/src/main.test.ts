import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { atNight, isNight, nightLimit } from '@hawser/test-kit/night'
import { programFile } from '@hawser/test-kit/program'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import Database from 'libsql'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The arguments of `npm start`, without those that read TypeScript: the test runs the bundle. */
const [, startArgs = ''] =
  /^exec node (.*) --import tsx --conditions=@hawser\/source apps\/stack\/src\/main\.ts$/.exec(scripts.start) ?? []
// The first start of a checkout builds the pages, on a machine that can be busy with other tests.
const timeout = 120_000

type Run = {
  readonly child: ChildProcess
  readonly output: { out: string; err: string }
  /** Resolves with the exit code, or the name of the signal that ended the process. */
  readonly ended: Promise<number | string>
}

let folder: string
let port: number
const children: ChildProcess[] = []
const servers: Server[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  port = await findFreePorts()
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
})

function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, [...startArgs.split(' '), programFile('apps/stack/src/main.ts'), ...args], {
    cwd: root,
    env: { ...process.env, HAWSER_PORT: '', HAWSER_DATA: '', ...environment },
  })
  children.push(child)
  const output = { out: '', err: '' }
  child.stdout.on('data', (part) => {
    output.out += part
  })
  child.stderr.on('data', (part) => {
    output.err += part
  })
  const ended = new Promise<number | string>((done) => child.on('close', (code, signal) => done(code ?? signal ?? -1)))
  return { child, output, ended }
}

/** Starts without icons, which take longer to draw than everything else takes to start. */
function startHere(environment: Readonly<Record<string, string>> = {}): Run {
  const icons = { HAWSER_ICONS: join(folder, 'no-icons') }
  return start(['--port', String(port), '--data', join(folder, 'data')], { ...icons, ...environment })
}

/** Resolves once the stack has printed its addresses. */
function running(run: Run): Promise<void> {
  return printed(run, 'Ctrl-C stops it.')
}

/** Resolves once the stack has printed a text; rejects if the stack ends first. */
function printed(run: Run, text: string): Promise<void> {
  return new Promise((done, reject) => {
    const look = () => run.output.out.includes(text) && done()
    run.child.stdout?.on('data', look)
    look()
    run.ended.then((code) => reject(new Error(`ended with ${code}: ${run.output.err}`)))
  })
}

async function stop(run: Run): Promise<void> {
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(0)
}

async function findFreePorts(): Promise<number> {
  // Below the ports that the system gives to its own connections.
  const first = 20_000 + 4 * Math.floor(Math.random() * 3000)
  const isFree = await Promise.all([0, 1, 2, 3].map((offset) => isPortFree(first + offset)))
  return isFree.every(Boolean) ? first : findFreePorts()
}

async function isPortFree(each: number): Promise<boolean> {
  try {
    const server = await occupy(each)
    servers.splice(servers.indexOf(server), 1)
    await new Promise((done) => server.close(done))
    return true
  } catch {
    return false
  }
}

function occupy(each: number): Promise<Server> {
  return new Promise((done, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(each, '127.0.0.1', () => {
      servers.push(server)
      done(server)
    })
  })
}

async function expectRefusal(run: Run, ...parts: readonly string[]): Promise<void> {
  expect(await run.ended).toBe(1)
  expect(run.output.err).toMatch(/^[^\n]+\n$/)
  for (const part of parts) expect(run.output.err).toContain(part)
}

/** The media types of the images of a registry's first hundred wallets. */
async function imageTypes(registry: string): Promise<readonly (string | null)[]> {
  const { listings } = await (await fetch(`${registry}/w3m/v1/getAllListings?entries=100`)).json()
  return Promise.all(
    Object.values<{ image_id: string }>(listings).map(async ({ image_id: imageId }) => {
      const image = await fetch(`${registry}/w3m/v1/getWalletImage/${imageId}`)
      return image.headers.get('content-type')
    }),
  )
}

test('npm start: starts in a process whose objects have no __proto__', () => {
  expect(startArgs.split(' ')).toContain('--disable-proto=delete')
})

test('stack: prints four addresses, answers on each, and Ctrl-C frees every port', { timeout }, async ({
  annotate,
}) => {
  const contact = 'mailto:security@app.example'
  const run = startHere({ HAWSER_SECURITY_CONTACT: contact, ...(isNight && { HAWSER_ICONS: '' }) })
  await Promise.all([running(run), isNight && printed(run, 'wallets have an icon')])
  for (const [name, address] of [
    ['host app', `http://localhost:${port}`],
    ['wallet', `http://localhost:${port + 1}`],
    ['relay', `ws://localhost:${port + 2}`],
    ['registry', `http://localhost:${port + 3}`],
  ]) {
    expect(run.output.out).toMatch(new RegExp(`^ +${name} +${address}$`, 'm'))
  }
  for (const offset of [0, 1]) {
    const page = await fetch(`http://localhost:${port + offset}/`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
    expect((await fetch(`http://localhost:${port + offset}${script}`)).status).toBe(200)
  }
  const config = await (await fetch(`http://localhost:${port}/config.json`)).json()
  expect(config).toMatchObject({
    walletUrl: `http://localhost:${port + 1}`,
    relay: { url: `ws://localhost:${port + 2}` },
    registry: { url: `http://localhost:${port + 3}` },
  })
  const walletConfig = await (await fetch(`http://localhost:${port + 1}/config.json`)).json()
  expect(walletConfig).toMatchObject({ relayUrl: `ws://localhost:${port + 2}` })
  expect(await (await fetch(`http://localhost:${port + 2}/healthz`)).text()).toBe('ok')
  const listings = await (await fetch(`http://localhost:${port + 3}/w3m/v1/getAllListings?entries=1`)).json()
  expect(listings).toMatchObject({ page: 1, total: expect.any(Number), listings: [expect.anything()] })
  const security = await fetch(`http://localhost:${port}/.well-known/security.txt`)
  expect([security.status, await security.text()]).toEqual([200, expect.stringContaining(`Contact: ${contact}\n`)])

  // At night wallets have their icons, made from the package that `npm ci` installs.
  const types = await imageTypes(`http://localhost:${port + 3}`)
  const icons = types.filter((type) => type === 'image/png')
  await annotate(`${icons.length} of ${types.length} wallets have an icon`)
  if (isNight) expect(icons.length).toBeGreaterThanOrEqual(60)

  // A visitor in the middle of a request must not hold up the stop.
  const hanging = connect(port, '127.0.0.1')
  await new Promise((done) => hanging.once('connect', done))
  hanging.on('error', () => {})
  hanging.write('POST /link/challenges HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{')
  const stoppedAt = performance.now()
  run.child.kill('SIGINT')
  // npm passes on the signal that the terminal has already sent. The open request keeps the stack alive to receive it.
  await printed(run, 'stopping')
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(nightLimit(3000))
  expect(run.output.err).toBe('')
  hanging.destroy()
  for (const offset of [0, 1, 2, 3]) expect(await isPortFree(port + offset)).toBe(true)
})

test('stack: visitors and wallets survive a second start on their folder, a stop and a kill', { timeout }, async () => {
  const first = startHere()
  await running(first)
  const session = await fetch(`http://localhost:${port}/session`)
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { label } = await session.json()
  const twin = start(['--port', String(await findFreePorts()), '--data', join(folder, 'data')])
  await expectRefusal(twin, 'Another Hawser stack', join(folder, 'data'))
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
  await stop(first)

  const file = new Database(join(folder, 'data', 'host.sqlite'))
  file
    .prepare(
      `INSERT INTO linked_wallets (id, host_user_id, namespace, address, bare_address, account_id, wallet_name, is_primary,
         linked_at, proof_method, proof_chain_id, challenge_id, status)
       SELECT 'w1', "userId", 'eip155', '0xabc', '0xabc', ?, 'Test Wallet', 1,
         1700000000000, 'eip191', 'eip155:1', 'c1', 'active' FROM session`,
    )
    .run('eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  file.close()

  const expectKept = async () => {
    const again = await fetch(`http://localhost:${port}/session`, { headers: { cookie } })
    expect(await again.json()).toEqual({ label, name: null, isNew: false })
    const { wallets } = await (await fetch(`http://localhost:${port}/link/wallets`, { headers: { cookie } })).json()
    expect(wallets).toEqual([expect.objectContaining({ walletName: 'Test Wallet', linkedAt: 1_700_000_000_000 })])
  }
  const second = startHere()
  await running(second)
  await expectKept()
  second.child.kill('SIGKILL')
  expect(await second.ended).toBe('SIGKILL')

  const third = startHere()
  await running(third)
  await expectKept()
  third.child.kill('SIGTERM')
  expect(await third.ended).toBe(0)
})

test.each(isNight ? [0, 1, 2, 3] : [2])(
  'stack: port N+%i is taken: one line that names it, nothing left running',
  { timeout },
  async (offset) => {
    await occupy(port + offset)
    await expectRefusal(startHere(), `Port ${port + offset} is taken`, '--port')
    for (const other of [0, 1, 2, 3].filter((each) => each !== offset))
      expect(await isPortFree(port + other)).toBe(true)
  },
)

test('stack: refuses an unusable data folder in one line', { timeout }, async () => {
  writeFileSync(join(folder, 'file'), '')
  await expectRefusal(
    start(['--port', String(port), '--data', join(folder, 'file', 'data')]),
    join(folder, 'file', 'data'),
  )
})

test('stack: refuses a data file that is not a database in one line', { timeout }, async () => {
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data', 'host.sqlite'), 'this is no database, and long enough to be none'.repeat(50))
  await expectRefusal(startHere(), 'host.sqlite')
})

test('stack: refuses bad options and interfaces in one line', { timeout }, async () => {
  // By day, only one case; options.test.ts covers the others.
  for (const [args, environment, part] of [
    [['--colour', 'red'], {}, '--colour'] as const,
    ...atNight(
      [['--port', 'x'], {}, '--port'] as const,
      [[], { HAWSER_PORT: '70000' }, 'HAWSER_PORT'] as const,
      [['--port', String(port)], { HAWSER_DATA: import.meta.filename }, import.meta.filename] as const,
    ),
  ])
    await expectRefusal(start(args, environment), part)
  await expectRefusal(
    start(['--port', String(port), '--data', join(folder, 'data'), '--host', '192.0.2.1']),
    '192.0.2.1',
  )
})

test('stack: RPC addresses reach the link API, whose one-line refusal contains none of them', {
  timeout,
}, async () => {
  const five = Array.from({ length: 5 }, (_, index) => `eip155:1=http://127.0.0.1:1/secret-key-${index}`).join()
  for (const rpc of [five, ...atNight('eip155:1=http://secret-key:x@127.0.0.1:1')]) {
    const run = start(['--port', String(port), '--data', join(folder, 'data')], { HAWSER_RPC: rpc })
    await expect(running(run)).rejects.toThrow('ended with 1')
    await expectRefusal(run, '`rpc`', 'eip155:1')
    expect(run.output.out + run.output.err).not.toContain('secret-key')
  }
})

test('stack: --help explains the options', { timeout }, async () => {
  const run = start(['--help'])
  expect(await run.ended).toBe(0)
  for (const part of [
    '--port',
    '--host',
    '--data',
    'HAWSER_PORT',
    'HAWSER_DATA',
    '--rpc',
    'HAWSER_RPC',
    '--security-contact',
    'HAWSER_SECURITY_CONTACT',
  ])
    expect(run.output.out).toContain(part)
})
