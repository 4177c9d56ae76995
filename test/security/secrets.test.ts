import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHost } from '@hawser/app-host/server'
import { createDemoWallet } from '@hawser/app-wallet/headless'
import { createLinker } from '@hawser/core'
import { createRegistry, createUnsignedBundle, loadListings, lookAlikeKey, mixedScripts } from '@hawser/registry'
import { createMemoryStorage } from '@hawser/sign'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { programFile } from '@hawser/test-kit/program'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { untilFlow, untilScreen, untilState } from '@hawser/test-kit/untilState'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createTestWallet } from '../../packages/link/src/createTestHost.fixture.ts'
import {
  createTestClient,
  createTestIdentity,
  createTestToken,
} from '../../packages/relay/src/server/createTestClient.fixture.ts'
import { scanRunLogs } from './scanRunLogs.ts'
import { findSecrets, type Secret } from './secretScan.ts'

// T-60: runs a whole link with the relay at trace level, then searches every log, metric, error page and answer for every
// secret of the run.

const main = programFile('packages/relay/src/main.ts')
const hostUrl = 'https://app.example'
const phrase = generateMnemonic(english)
const secretKey = Buffer.from(mnemonicToAccount(phrase).getHdKey().privateKey ?? []).toString('hex')
let folder: string
let secrets: Secret[]
/** The bodies of HTTP answers, for any recipient. */
let answers: string[]
let relay: Relay
const relays: Relay[] = []

type Relay = {
  readonly child: ChildProcess
  readonly url: string
  readonly metricsUrl: string
  written(): string
  readonly ended: Promise<void>
}

beforeEach(() => {
  folder = temporaryFolder()
  secrets = [
    { name: 'private key of the wallet', text: secretKey },
    { name: 'seed phrase of the wallet', text: phrase },
  ]
  answers = []
})
afterEach(async () => {
  for (const { child, ended } of relays.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})

const keep = (name: string, text: string) => {
  if (!secrets.some((secret) => secret.name === name && secret.text === text)) secrets.push({ name, text })
}
const keepBytes = (name: string) => (length: number) => {
  const bytes = randomBytes(length)
  // A string shorter than a key would occur by chance.
  if (length >= 16) keep(name, bytes.toString('hex'))
  return new Uint8Array(bytes)
}

/** Starts the relay's process and collects its output. The given module runs in the process before the relay. */
async function startRelay(loaded: string): Promise<Relay> {
  const file = join(folder, 'loaded.mjs')
  writeFileSync(file, loaded)
  const settings = ['--port', '0', '--data', join(folder, 'relay'), '--metrics-port', '0', '--trusted-proxies', '1']
  const node = ['--import', file, main]
  const child = spawn(process.execPath, [...node, ...settings, '--log-level', 'trace'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  const ended = once(child, 'close').then(() => {})
  const started = new Promise<{ url: string; metricsUrl: string }>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      written += chunk
      const [, url] = /^relay: (\S+)/m.exec(written) ?? []
      const [, metricsUrl] = /^metrics: (\S+)/m.exec(written) ?? []
      if (url !== undefined && metricsUrl !== undefined) resolve({ url, metricsUrl })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then(() => reject(new Error(written)))
  })
  const relay = { child, ...(await started), written: () => written, ended }
  relays.push(relay)
  return relay
}

/** Creates a socket whose token and messages are recorded as secrets. */
function createWatchedSocket(url: string) {
  const token = new URL(url).searchParams.get('auth') ?? ''
  keep('JWT', token)
  const { iss = '' }: { iss?: string } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  keep('client id', iss)
  const socket = createWebSocket(url)
  const send = socket.send.bind(socket)
  const keepMessages = (text: string) => {
    for (const [, name = '', value = ''] of text.matchAll(/"(\w+)":"([^"]{40,})"/g))
      if (name !== 'subscription') keep(`${name} of a frame`, value)
  }
  socket.addEventListener('message', ({ data }) => keepMessages(String(data)))
  socket.send = (text) => {
    keepMessages(String(text))
    send(text)
  }
  return socket
}

/** Creates a browser's network with the visitor's cookie. Records the answers. */
function createFetch(services: Record<string, (request: Request) => Response | Promise<Response>>): typeof fetch {
  let cookie = ''
  return async (input, init) => {
    const request = new Request(input, init)
    const { origin } = new URL(request.url)
    for (const [, name = '', value = ''] of (await request.clone().text()).matchAll(
      /"(signature|challengeId)":"(.+?)"/g,
    ))
      keep(name, value)
    const headers = new Headers(request.headers)
    headers.set('origin', origin)
    if (cookie !== '') headers.set('cookie', cookie)
    const body = request.method === 'POST' ? await request.text() : null
    const answer = await (services[origin] ?? fetch)(
      new Request(request.url, { method: request.method, headers, body }),
    )
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    if (cookie !== '') keep('cookie', cookie.split('=')[1] ?? '')
    await writeDown(answer, request.url)
    return answer
  }
}

async function writeDown(answer: Response, url: string): Promise<void> {
  const text = await answer.clone().text()
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie')
  // A challenge, a code or a grant goes to the client it was made for.
  const isTold = /\/(challenges|handoffs|renew|hop|claim)$|\/handoff\/\w+(\/proofs)?$/.test(url)
  answers.push(answer.ok && isTold ? '' : text, JSON.stringify(headers))
}

/** Links as a visitor does: pair, propose, approve, settle, sign, link. */
async function link(): Promise<void> {
  const pageDir = join(folder, 'page')
  mkdirSync(pageDir)
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>page</title>')
  const host = await createHost({
    ...{
      dataFile: join(folder, 'host.sqlite'),
      publicUrl: hostUrl,
      trustedProxies: 1,
      pageDir,
      names: { lookAlikeKey, mixedScripts },
    },
    ...{
      relayUrl: 'wss://relay.example',
      registryUrl: 'https://registry.example',
      walletUrl: 'https://wallet.example',
    },
    randomBytes: keepBytes('random bytes of the backend'),
  })
  onTestFinished(() => host.stop())
  const bundle = createUnsignedBundle(loadListings())
  const registry = createRegistry({ bundle, onFailure: console.error })
  const fetchAll = createFetch({ [hostUrl]: host.fetch, 'https://registry.example': registry.fetch })
  await fetchAll(`${hostUrl}/session`)
  const storage = createMemoryStorage()
  await storage.set('test-account', JSON.stringify([{ phrase, index: 0, isImported: true, number: 1 }]))
  const wallet = createDemoWallet({
    ...{ relayUrl: relay.url, url: 'https://wallet.example', guardMs: 0, createWebSocket: createWatchedSocket },
    storage: {
      ...storage,
      set(key, value) {
        for (const [hex] of value.matchAll(/[0-9a-f]{64}/g)) keep('key or topic of the wallet', hex)
        return storage.set(key, value)
      },
    },
  })
  onTestFinished(() => wallet.stop())
  const linker = createLinker({
    relay: { url: relay.url },
    registry: { url: 'https://registry.example' },
    link: { url: `${hostUrl}/link` },
    metadata: { name: 'Our App', description: '', url: hostUrl, icons: [] },
    chains: ['eip155:1'],
    world: {
      platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
      ...{ fetch: fetchAll, createWebSocket: createWatchedSocket, randomBytes: keepBytes('random bytes of the dapp') },
      ...{ openLink: () => {}, copyText: async () => {} },
    },
  })
  onTestFinished(() => linker.stop())
  await linker.preload()
  linker.open()
  const { pairingUri: uri = '' } = await untilState(linker, ({ pairingUri }) => pairingUri !== undefined)
  keep('pairing URI', uri)
  keep('symKey', new URL(uri).searchParams.get('symKey') ?? '')
  await untilState(linker, ({ relay }) => relay === 'acknowledged')
  wallet.send({ type: 'linkGiven', text: uri })
  await untilScreen(wallet, 'proposal')
  wallet.send({ type: 'acceptChosen' })
  await untilScreen(wallet, 'request')
  wallet.send({ type: 'acceptChosen' })
  await untilFlow(linker, 'linked')
  await handOff(fetchAll, createFetch({ [hostUrl]: host.fetch }))
  await probe(fetchAll, [hostUrl, `${hostUrl}/link`, 'https://registry.example'])
}

/**
 * Links a phone's wallet from the screen, through every step. Then sends the handoff's secrets to places where they do not
 * belong.
 */
async function handOff(screen: typeof fetch, phone: typeof fetch): Promise<void> {
  const ask = async (by: typeof fetch, path: string, body: object, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }
    const answer = await by(`${hostUrl}/link${path}`, init)
    const text = await answer.text()
    return { status: answer.status, told: text === '' ? {} : JSON.parse(text) }
  }
  const { told: started } = await ask(screen, '/handoffs', {})
  const { told: renewed } = await ask(screen, `/handoffs/${started.id}/renew`, {})
  const at = `/handoff/${started.id}`
  await ask(phone, `${at}/no-wallet`, { secret: started.secret })
  const { told: hopped } = await ask(phone, `${at}/hop`, { secret: renewed.secret })
  const { told: claimed } = await ask(phone, `${at}/claim`, { secret: hopped.secret })
  for (const { secret } of [started, renewed, hopped]) keep('secret of a handoff', secret)
  keep('grant of a handoff', claimed.grant)
  const wallet = createTestWallet(60)
  const granted = { authorization: `Handoff ${claimed.grant}` }
  const { told: issued } = await ask(
    phone,
    `${at}/challenges`,
    { purpose: 'link', accountId: wallet.accountId },
    granted,
  )
  const signature = wallet.sign(issued.message)
  keep('signature', signature)
  const { told: proven } = await ask(
    phone,
    `${at}/proofs`,
    { purpose: 'link', challengeId: issued.challengeId, signature },
    granted,
  )
  expect((await ask(screen, `/handoffs/${started.id}/finish`, { digits: proven.digits })).status).toBe(201)

  const everySecret = [started.secret, renewed.secret, hopped.secret, claimed.grant]
  for (const secret of everySecret) {
    for (const path of [
      `/handoff?h=${started.id}.${secret}`,
      `/handoff/${secret}`,
      `/handoffs/${secret}`,
      `${at}?h=${secret}`,
    ]) {
      await phone(`${hostUrl}/link${path}`, {
        headers: { authorization: `Handoff ${secret}x`, referer: `${hostUrl}/#${secret}` },
      })
      await ask(phone, path, { secret: `${secret}x` }, { authorization: `Handoff ${secret}` })
    }
    for (const path of ['hop', 'claim', 'no-wallet', 'decline', 'challenges', 'proofs'])
      for (const body of [
        { secret },
        { secret, more: secret },
        { accountId: secret },
        { purpose: 'link', challengeId: secret, signature: secret },
      ])
        await ask(phone, `${at}/${path}`, body, granted)
    await ask(screen, `/handoffs/${started.id}/finish`, { digits: secret })
  }
}

/** Sends secrets to places where they do not belong, because failures are logged and answered too. */
async function probe(fetchAll: typeof fetch, urls: readonly string[]): Promise<void> {
  const canary = randomBytes(32).toString('hex')
  keep('canary', canary)
  const identity = createTestIdentity()
  const token = createTestToken(identity)
  keep('JWT', token)
  keep('client id', identity.clientId)
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.77', 'x-canary': canary }
  for (const url of [...urls, relay.url.replace('ws:', 'http:'), relay.metricsUrl.replace('/metrics', '')]) {
    for (const path of ['', '/rpc', '/readyz', '/proofs', '/wallets', `/${canary}?auth=${token}`]) {
      await fetchAll(url + path, { headers })
      for (const body of [canary, `{"id":1,"jsonrpc":"2.0","method":"${canary}","params":{"topic":"${canary}"}}`])
        await fetchAll(url + path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        })
    }
  }
  // A malformed token, an expired token, and a client that sends nonsense and closes with a secret.
  for (const auth of [canary, createTestToken(identity, { issuedAtSeconds: 1_700_000_000 })]) {
    keep('JWT', auth)
    const socket = new WebSocket(`${relay.url}/?auth=${auth}&projectId=${canary}`, { headers })
    const [code, reason] = await once(socket, 'close')
    expect(code).toBe(3000)
    answers.push(reason.toString())
  }
  const client = await createTestClient(relay.url, { identity })
  for (const text of [canary, `{"id":1,"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${canary}"}}`])
    client.sendRaw(text)
  answers.push(await client.next(), await client.next())
  client.socket.close(4000, canary)
  await client.closed
}

test('T-60 T-21: after a whole link no log, metric, error page or answer holds a secret', async () => {
  const said: string[] = []
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const)
    vi.spyOn(console, method).mockImplementation((...parts) => void said.push(parts.map(String).join(' ')))
  onTestFinished(() => void vi.restoreAllMocks())
  // The relay also logs a crash. The text of this one contains all the secrets.
  relay = await startRelay(`
    import { readFileSync } from 'node:fs'
    process.on('SIGUSR2', () => { throw new Error(readFileSync(${JSON.stringify(join(folder, 'secrets'))}, 'utf8')) })
  `)
  await link()
  keep('key of the relay', readFileSync(join(folder, 'relay', 'relay-key'), 'utf8').split('\n')[1] ?? '')
  const metrics = await (await fetch(relay.metricsUrl)).text()
  writeFileSync(join(folder, 'secrets'), secrets.map(({ text }) => text).join('\n'))
  relay.child.kill('SIGUSR2')
  await relay.ended

  const kinds = new Set(secrets.map(({ name }) => name))
  for (const kind of [
    'JWT',
    'client id',
    'cookie',
    'signature',
    'symKey',
    'pairing URI',
    'message of a frame',
    'canary',
    'secret of a handoff',
    'grant of a handoff',
  ])
    expect(kinds).toContain(kind)
  expect(secrets.length).toBeGreaterThan(20)
  const log = relay.written()
  expect(log).toContain('"crashed"')
  expect(log).toContain('refused a client')
  expect(metrics).toMatch(/^hawser_relay_messages_stored_total [1-9]/m)
  expect(findSecrets([log, metrics, ...said].join('\n'), secrets)).toEqual([])
  expect(findSecrets(answers.join('\n'), secrets)).toEqual([])
  for (const text of [log.replace(/^(relay|metrics): .*$/gm, ''), metrics]) {
    expect(text).not.toContain('203.0.113.77')
    expect(text).not.toContain('127.0.0.1')
  }
})

test('T-60: the search finds a token that a relay logs with the address of a request', async () => {
  relay = await startRelay(`
    import { Server } from 'node:http'
    const emit = Server.prototype.emit
    Server.prototype.emit = function (event, ...parts) {
      if (event === 'upgrade') console.error(JSON.stringify({ level: 10, url: encodeURIComponent(parts[0].url) }))
      return emit.call(this, event, ...parts)
    }
  `)
  const identity = createTestIdentity()
  const token = createTestToken(identity)
  const socket = new WebSocket(`${relay.url}/?auth=${token}`)
  await once(socket, 'open')
  await expect.poll(() => findSecrets(relay.written(), [{ name: 'JWT', text: token }])).toContain('JWT (raw)')
  socket.terminate()
})

test.each([
  ['raw', (text: string) => text],
  ['a piece', (text: string) => `${text.slice(20, 70)}…`],
  ['hex in capitals', (text: string) => Buffer.from(text).toString('hex').toUpperCase()],
  ['base64', (text: string) => Buffer.from(text).toString('base64')],
  ['base64 within a longer text', (text: string) => Buffer.from(`{"url":"${text}"}`).toString('base64')],
  ['base64url', (text: string) => Buffer.from(`?${text}?`).toString('base64url')],
  ['percent', (text: string) => encodeURIComponent(text)],
  ['JSON in JSON', (text: string) => JSON.stringify(JSON.stringify({ text }))],
])('T-60: the search finds a secret that is logged as %s', (_form, encode) => {
  const uri = `wc:${'7f'.repeat(32)}@2?expiryTimestamp=1&relay-protocol=irn&symKey=${'a3'.repeat(32)}`
  for (const text of [uri, randomBytes(48).toString('base64')]) {
    const line = JSON.stringify({ level: 10, msg: encode(text) })
    expect(findSecrets(line, [{ name: 'it', text }])).not.toEqual([])
    expect(findSecrets(line, [{ name: 'another', text: randomBytes(48).toString('base64') }])).toEqual([])
  }
})

test('T-60: the search finds the bytes of a key in another encoding', () => {
  const key = randomBytes(32)
  for (const written of [key.toString('base64'), key.toString('base64url'), key.toString('hex').toUpperCase()])
    expect(findSecrets(`{"msg":"x${written}y"}`, [{ name: 'key', text: key.toString('hex') }])).not.toEqual([])
})

test('T-60: the scan of a whole run finds listed secrets, or a stage that listed none', () => {
  const identity = createTestIdentity()
  const token = createTestToken(identity)
  const quiet = '{"level":30,"time":1795208116400,"connections":1,"msg":"a client connected"}\n'
  const scan = (...lines: readonly string[]) => {
    writeFileSync(join(folder, 'relay-1.log'), quiet)
    writeFileSync(join(folder, 'relay-2.log'), lines.join('\n'))
    return scanRunLogs(folder).problems
  }
  expect(scanRunLogs(folder).problems).toEqual(['no client has listed a JWT', 'no relay has logged anything'])
  const list = [
    { name: 'JWT', text: token },
    { name: 'client id', text: identity.clientId },
  ]
  writeFileSync(join(folder, 'secrets'), list.map((secret) => `${JSON.stringify(secret)}\n`).join(''))
  expect(scan(quiet)).toEqual([])
  expect(scan(`{"level":10,"url":"/?auth=${token}"}`)).toContain('JWT (raw)')
  expect(scan(`{"level":10,"who":"${Buffer.from(identity.clientId).toString('base64')}"}`)).not.toEqual([])
  const topic = randomBytes(32).toString('hex')
  for (const unlisted of [
    createTestToken(createTestIdentity()),
    createTestIdentity().clientId,
    topic,
    `wc:${topic.slice(0, 20)}…`,
    encodeURIComponent('symKey=a3'),
    `https://app.example/link/handoff#h=${topic.slice(0, 24)}.${topic.slice(0, 43)}`,
    encodeURIComponent(`#h=${topic.slice(0, 24)}`),
    "{ digits: '482913' }",
    'the digits 482 913',
    JSON.stringify(JSON.stringify({ symKey: 'a3' })),
    `Unexpected token in "7 ${'x'.repeat(30)}"`,
  ])
    expect(scan(quiet, `{"msg":"${unlisted}"}`).filter((problem) => problem.startsWith('relay-2.log'))).not.toEqual([])
})

test('T-60: a server of the run lists the secrets of its handoffs', async () => {
  const watch = programFile('test/kit/watchSecrets.ts')
  const [secret, sent, grant] = ['s', 'q', 'g'].map((letter) => letter.repeat(43))
  const program = `
    import { createServer } from 'node:http'
    const server = createServer((request, response) => request.resume().on('end', () => response.end()))
    server.listen(0, '127.0.0.1', async () => {
      const url = 'http://127.0.0.1:' + server.address().port
      await fetch(url + '/handoff/x/claim', { method: 'POST', body: '{"secret":"${secret}"}' })
      await fetch(url + '/handoff?h=${'x'.repeat(24)}.${sent}', { headers: { authorization: 'Handoff ${grant}' } })
      server.close()
      server.closeAllConnections()
    })`
  const env = { ...process.env, HAWSER_RUN_LOGS: folder }
  const child = spawn(process.execPath, ['--import', watch, '--input-type=module', '--eval', program], { env })
  expect(await once(child, 'exit')).toEqual([0, null])
  const listed = readFileSync(join(folder, 'secrets'), 'utf8').trim().split('\n')
  expect(listed.map((line) => JSON.parse(line))).toEqual([
    { name: 'secret of a handoff', text: secret },
    { name: 'grant of a handoff', text: grant },
    { name: 'secret of a handoff', text: sent },
  ])
})
