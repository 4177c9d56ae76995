import { join } from 'node:path'
import { createLinker, type Linker, type LinkerState } from '@hawser/core'
import { createLink, type Link, openSqliteLinkStore } from '@hawser/link'
import { createTestRelay, createTestWallet, type TestWalletScript } from '@hawser/sign/testing'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { untilFlow, untilState } from '@hawser/test-kit/untilState'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'

// The whole link with wallets that misbehave at first: the failure names each wallet's fault, and a retry links.
const hostUrl = 'https://app.example'
let folder: string
let link: Link
let stopStore: () => Promise<void>

beforeEach(async () => {
  folder = temporaryFolder()
  const store = await openSqliteLinkStore({ file: join(folder, 'link.sqlite') })
  stopStore = () => store.stop()
  const hostUser = async () => ({ id: 'visitor-1', label: 'visitor-1' })
  link = createLink({ store, domain: 'app.example', uri: `${hostUrl}/`, hostUser, allowedOrigins: [hostUrl] })
})
afterEach(() => stopStore())

/** A browser's network: only the link API answers. */
const fetchInProcess: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const { pathname, origin } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('origin', origin)
  const body = request.method === 'POST' ? await request.text() : null
  return link.fetch(
    new Request(new URL(pathname.replace(/^\/link/, ''), origin), { method: request.method, headers, body }),
  )
}

function start(script: TestWalletScript) {
  const { createWebSocket } = createTestRelay()
  const wallet = createTestWallet({ createWebSocket, ...script })
  const linker = createLinker({
    relay: { url: 'ws://relay.test' },
    link: { url: `${hostUrl}/link` },
    metadata: { name: 'Our App', description: '', url: hostUrl, icons: [] },
    chains: ['eip155:1'],
    world: {
      platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
      fetch: fetchInProcess,
      createWebSocket,
    },
  })
  onTestFinished(async () => {
    linker.stop()
    await wallet.stop()
  })
  return { linker, wallet }
}

/** Resolves to the shown code, once it differs from the previous one and the relay has stored it. */
async function codeOf(linker: Linker, before?: string): Promise<string> {
  const isNew = ({ pairingUri, relay }: LinkerState) =>
    pairingUri !== undefined && pairingUri !== before && relay === 'acknowledged'
  return (await untilState(linker, isNew)).pairingUri ?? ''
}

test('F-L13 a wallet that declines: the next code says so, nothing is stored, and it links', async () => {
  const { linker, wallet } = start({ onProposal: ['reject', 'approve'] })
  linker.open()
  const code = await codeOf(linker)
  await wallet.open(code)
  const isReplaced = ({ flow }: LinkerState) => flow.status === 'choosing' && flow.pairing?.replaces === 'declined'
  await untilState(linker, isReplaced)
  expect(await link.linkedWallets('visitor-1')).toEqual([])
  await wallet.open(await codeOf(linker, code))
  await untilFlow(linker, 'linked')
})

test.each([
  ['does not sign', { onRequest: ['reject', 'sign'] }, { kind: 'declined', code: 'request_rejected' }],
  [
    'signs with another account',
    { onRequest: ['signWithAnotherAccount', 'sign'] },
    { kind: 'linkRefused', code: 'proof_invalid' },
  ],
  ['signs another text', { onRequest: ['signAnotherText', 'sign'] }, { kind: 'linkRefused', code: 'proof_invalid' }],
] as const)(
  'F-L13 a wallet that %s: named in the failure, nothing stored, and a retry links',
  async (_, script, failure) => {
    const { linker, wallet } = start(script)
    linker.open()
    await wallet.open(await codeOf(linker))
    const { error } = await untilFlow(linker, 'failed')
    expect(error).toMatchObject(failure)
    expect(await link.linkedWallets('visitor-1')).toEqual([])
    linker.retry()
    await untilFlow(linker, 'linked')
    expect(await link.linkedWallets('visitor-1')).toMatchObject([{ accountId: `eip155:1:${wallet.address}` }])
  },
)

test('F-L13 a wallet that ends the session instead of signing: named, and a retry links', async () => {
  const { linker, wallet } = start({ onRequest: ['ignore', 'sign'] })
  linker.open()
  const code = await codeOf(linker)
  await wallet.open(code)
  await expect.poll(() => wallet.requests.length).toBe(1)
  await wallet.end()
  expect((await untilFlow(linker, 'failed')).error).toMatchObject({ kind: 'sessionEnded' })
  expect(await link.linkedWallets('visitor-1')).toEqual([])
  linker.retry()
  await wallet.open(await codeOf(linker, code))
  await untilFlow(linker, 'linked')
})

test('F-L13 a wallet that dies before it signs is back with the session, and links', async () => {
  const { linker, wallet } = start({ onRequest: ['die', 'sign'] })
  linker.open()
  await wallet.open(await codeOf(linker))
  await expect.poll(() => wallet.requests.length).toBe(1)
  wallet.restart()
  // The request is in the wallet's storage, so it is on screen again.
  await expect.poll(() => wallet.client().pendingRequests().length).toBe(1)
  const [pending] = wallet.client().pendingRequests()
  if (pending === undefined) throw new Error('unreachable')
  await wallet.client().respond({
    topic: pending.topic,
    requestId: pending.id,
    response: { error: { code: 4001, message: 'User rejected the request.' } },
  })
  expect((await untilFlow(linker, 'failed')).error).toMatchObject({ code: 'request_rejected' })
  linker.retry()
  await untilFlow(linker, 'linked')
})
