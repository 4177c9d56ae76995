import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDemoWallet } from '@hawser/app-wallet/headless'
import { createLinker } from '@hawser/core'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { untilState } from '@hawser/test-kit/untilState'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts, runProcess } from '../browser/processes/runProcess.ts'
import { answer, isLinked, openCode, scan } from './openHouse.ts'

// The servers as production starts them: in a process whose objects have no __proto__ to pollute.

const files = {
  'index.html': '<!doctype html><title>page</title>',
  'manifest.webmanifest': '{}',
  'sw.js': '0',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-abc123.js': 'export {}',
  'assets/index-abc123.css': 'p{}',
}

async function startStack() {
  const folder = temporaryFolder()
  const pageDir = join(folder, 'page')
  mkdirSync(join(pageDir, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(pageDir, name), text)
  const port = await freePorts()
  const args = [String(port), join(folder, 'data'), pageDir, pageDir]
  const stack = runProcess('test/e2e/stackProcess.ts', args, { flags: ['--disable-proto=delete'] })
  onTestFinished(() => stack.stop())
  expect(await stack.line(/^ready/)).toBe('ready, without __proto__')
  return {
    stack,
    hostUrl: `http://localhost:${port}`,
    walletUrl: `http://localhost:${port + 1}`,
    relayUrl: `ws://localhost:${port + 2}`,
    registryUrl: `http://localhost:${port + 3}`,
  }
}

/** Opens the host app's page in a browser that keeps its cookie. */
function createPage(hostUrl: string) {
  let cookie = ''
  const fetchHere: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const headers = new Headers(request.headers)
    if (request.url.startsWith(`${hostUrl}/`)) {
      headers.set('cookie', cookie)
      headers.set('origin', hostUrl)
    }
    const body = request.method === 'GET' ? null : await request.text()
    const response = await fetch(request.url, { method: request.method, headers, body, signal: request.signal })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  }
  const ask = async (method: string, path: string, sent?: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetchHere(hostUrl + path, {
      method,
      ...(sent && { headers, body: JSON.stringify(sent) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { fetch: fetchHere, ask }
}

test('without __proto__: a visitor signs up, links through every server, and unlinks', async () => {
  const { stack, hostUrl, walletUrl, relayUrl, registryUrl } = await startStack()
  const page = createPage(hostUrl)
  const account = { name: 'Ada', password: 'correct horse' }
  expect((await page.ask('GET', '/session')).status).toBe(200)
  expect((await page.ask('POST', '/account', account)).status).toBe(201)
  const accountId = 'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const challenge = await page.ask('POST', '/link/challenges', { purpose: 'link', accountId })
  expect([challenge.status, challenge.body.message]).toEqual([201, expect.stringContaining("the account 'Ada' on")])
  const proof = { purpose: 'link', challengeId: challenge.body.challengeId, signature: `0x${'11'.repeat(65)}` }
  expect(await page.ask('POST', '/link/proofs', proof)).toMatchObject({ status: 400, body: { code: 'proof_invalid' } })
  expect((await page.ask('POST', '/link/proofs', JSON.parse('{"__proto__":{"a":1}}'))).status).toBe(400)

  const linker = createLinker({
    relay: { url: relayUrl },
    registry: { url: registryUrl },
    link: { url: `${hostUrl}/link`, originStatement: true },
    metadata: { name: 'Our App', description: '', url: hostUrl, icons: [] },
    chains: ['eip155:1'],
    world: {
      platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
      fetch: page.fetch,
      createWebSocket,
    },
  })
  onTestFinished(() => linker.stop())
  const wallet = createDemoWallet({ relayUrl, url: walletUrl, createWebSocket, guardMs: 0 })
  onTestFinished(() => wallet.stop())
  await openCode(linker)
  await scan(linker, wallet)
  await answer(wallet)
  await untilState(linker, isLinked)
  const { body } = await page.ask('GET', '/link/wallets')
  expect(body.wallets).toMatchObject([{ accountId: `eip155:1:${wallet.getState().accounts[0]?.address}` }])

  expect((await page.ask('DELETE', '/session')).status).toBe(204)
  expect((await page.ask('GET', '/session')).body).toMatchObject({ name: null })
  expect((await page.ask('POST', '/session', account)).status).toBe(200)
  expect((await page.ask('GET', '/sessions')).body.sessions).toHaveLength(1)
  expect((await page.ask('DELETE', `/link/wallets/${body.wallets[0].id}`)).status).toBe(204)

  await stack.stop()
  expect(stack.child.exitCode).toBe(0)
})

test('without __proto__: serves the pages, their files and the lists', async () => {
  const { hostUrl, walletUrl, registryUrl } = await startStack()
  const { 'index.html': _, ...named } = files
  const urls = [
    ...['/', '/config.json', '/healthz', '/wc?uri=wc%3Aabc'].map((path) => walletUrl + path),
    ...Object.keys(named).map((name) => `${walletUrl}/${name}`),
    ...['/', '/config.json', '/healthz', '/assets/index-abc123.js'].map((path) => hostUrl + path),
    `${hostUrl}/.well-known/hawser-origin.json`,
    `${registryUrl}/w3m/v1/getAllListings?entries=1`,
  ]
  for (const url of urls) expect([url, (await fetch(url)).status]).toEqual([url, 200])
  for (const url of [hostUrl, walletUrl]) expect((await fetch(`${url}/__proto__`)).status).toBe(404)
})
