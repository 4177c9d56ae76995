import { beforeAll, expect, test } from 'vitest'
import type { LinkPurpose } from '../flow/purpose.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createScriptedConnector, sessionOf, start } from './linker.fixture.ts'

// These clocks stop while code that is fetched on first use loads in real time, so it is loaded first.
beforeAll(async () => {
  await Promise.all([
    import('../platform/fetchJson.ts'),
    import('../proof/proofParts.ts'),
    import('../proof/purposeClient.ts'),
  ])
  await import('../proof/linkedWallets.ts')
})

const accountId = 'eip155:1:0xabc'
const wallet = { id: 'w1', accountId, walletName: 'Wallet', linkedAt: 1 } as const
const other = { ...wallet, id: 'w2', accountId: 'eip155:1:0xdef' } as const
const unlink = { kind: 'unlink', walletId: 'w1', accountId } as const

/** Opens a page whose wallet signs every request, and whose link API answers at once or when the test says so. */
async function open(more: Parameters<typeof start>[0] = {}) {
  const timers = createTimers()
  const { connector, pairings } = createScriptedConnector(timers)
  const asked: { readonly what: string; readonly body: unknown }[] = []
  const signedIn: unknown[] = []
  const signed: unknown[] = []
  let listed: readonly object[] = [wallet, other]
  let answer: ((response: Response) => void) | undefined
  let isHeld = false
  const { linker } = await start({
    timers,
    linkUrl: '/link',
    onSignedIn: (by) => signedIn.push(by),
    connector: {
      ...connector,
      signMessage: async ({ accountId }) => {
        signed.push(accountId)
        return '0x11'
      },
    },
    fetch: async (url, init) => {
      const path = String(url).replace(/^.*\/link/, '')
      if (init?.method === 'GET') return Response.json({ wallets: listed })
      asked.push({ what: `${init?.method} ${path}`, body: JSON.parse(String(init?.body)) })
      if (path === '/challenges')
        return Response.json({ challengeId: 'c'.repeat(43), message: 'sign me', expiresAt: 1 }, { status: 201 })
      const good = path.startsWith('/wallets/') ? new Response(null, { status: 204 }) : Response.json(wallet)
      return isHeld ? new Promise<Response>((resolve) => (answer = resolve)) : good
    },
    ...more,
  })
  const connect = async (purpose?: LinkPurpose, accounts: readonly `${string}:${string}:${string}`[] = [accountId]) => {
    linker.send({ type: 'opened', ...(purpose && { purpose }) })
    const pairing = pairings.at(-1)
    const session = {
      ...sessionOf(pairing?.pairingTopic ?? ''),
      namespaces: { eip155: { accounts, methods: [], events: [] } },
    }
    pairing?.approve({ session, accountId: accounts[0] ?? accountId })
    await timers.settle()
  }
  return {
    linker,
    timers,
    connect,
    asked,
    signed,
    signedIn,
    flow: () => linker.getState().flow,
    ids: () => linker.getState().linkedWallets.wallets.map(({ id }) => id),
    list: (wallets: readonly object[]) => {
      listed = wallets
    },
    hold: () => {
      isHeld = true
    },
    answer: (response: Response) => answer?.(response),
  }
}

test('without a purpose a wallet is linked; the state has the modal’s purpose', async () => {
  const { linker, connect, flow, signedIn } = await open()
  expect(linker.getState().purpose).toEqual({ kind: 'link' })
  await connect()
  await expect.poll(() => flow().status).toBe('linked')
  linker.send({ type: 'closed' })
  linker.send({ type: 'opened', purpose: { kind: 'signIn' } })
  expect(linker.getState().purpose).toEqual({ kind: 'signIn' })
  // The modal is open, so no other purpose begins behind the visitor's back.
  linker.send({ type: 'opened', purpose: unlink })
  linker.send({ type: 'closed' })
  expect(linker.getState().purpose).toEqual({ kind: 'signIn' })
  linker.send({ type: 'opened' })
  expect(linker.getState().purpose).toEqual({ kind: 'link' })
  expect(signedIn).toEqual([])
})

test('signIn: reports once, and reads the other visitor’s list again', async () => {
  const { linker, connect, flow, asked, signedIn, ids, list } = await open()
  linker.send({ type: 'linkedWalletsWanted' })
  await expect.poll(ids).toEqual(['w1', 'w2'])
  list([other])
  await connect({ kind: 'signIn' })
  await expect.poll(flow).toMatchObject({ status: 'done', outcome: { kind: 'signIn', wallet } })
  expect(asked).toEqual([
    { what: 'POST /challenges', body: { purpose: 'signIn', accountId } },
    { what: 'POST /sign-in', body: { purpose: 'signIn', challengeId: 'c'.repeat(43), signature: '0x11' } },
  ])
  expect(signedIn).toEqual([wallet])
  await expect.poll(ids).toEqual(['w2'])
})

test('signIn: a visitor who closes during the check is signed in, and the page learns of it', async () => {
  const { linker, connect, flow, asked, signedIn, hold, answer } = await open()
  hold()
  await connect({ kind: 'signIn' })
  await expect.poll(() => asked.length).toBe(2)
  linker.send({ type: 'closed' })
  // The next purpose does not affect the earlier one.
  linker.send({ type: 'opened', purpose: unlink })
  answer(Response.json(wallet))
  await expect.poll(() => signedIn).toEqual([wallet])
  expect(flow().status).toBe('choosing')
})

test('unlink: the linked account signs, in any order of sharing; the list drops the wallet', async () => {
  const { linker, connect, flow, asked, signed, ids, list } = await open()
  linker.send({ type: 'linkedWalletsWanted' })
  await expect.poll(ids).toEqual(['w1', 'w2'])
  list([other])
  await connect(unlink, ['eip155:1:0xdef', accountId])
  await expect.poll(flow).toMatchObject({ status: 'done', outcome: { kind: 'unlink', walletId: 'w1' } })
  expect(asked.map(({ what }) => what)).toEqual(['POST /challenges', 'POST /wallets/w1/unlink'])
  expect(signed).toEqual([accountId])
  await expect.poll(ids).toEqual(['w2'])
})

test('unlink: a wallet that shares another account is not asked; Retry is another wallet', async () => {
  const { linker, connect, flow, asked, signed } = await open()
  await connect(unlink, ['eip155:1:0xdef'])
  await expect.poll(flow).toMatchObject({
    status: 'failed',
    error: { kind: 'linkRefused', code: 'account_differs' },
    retry: { step: 'pairing' },
  })
  expect([asked, signed]).toEqual([[], []])
  linker.send({ type: 'retried' })
  expect(linker.getState()).toMatchObject({ purpose: unlink, flow: { status: 'choosing' } })
})

test('one-tap is only for links: other purposes request nothing with the code', async () => {
  const asked: unknown[] = []
  const { linker, timers } = await start({
    linkUrl: '/link',
    oneTap: true,
    fetch: async (url, init) => {
      if (init?.method === 'HEAD') return new Response()
      // Only requests to the link API are recorded, not those to the registry.
      if (String(url).startsWith('/link')) asked.push(init?.body)
      return Response.json({ code: 'not_signed_in', message: '' }, { status: 401 })
    },
  })
  for (const purpose of [{ kind: 'signIn' }, unlink, { kind: 'release' }] as const) {
    linker.send({ type: 'opened', purpose })
    // The key of the code might not be ready yet.
    await expect.poll(() => linker.getState().pairingUri).toMatch(/^wc:(?!.*wc_sessionAuthenticate)/)
    await import('../proof/oneTap.ts')
    await timers.settle()
    linker.send({ type: 'closed' })
  }
  expect(asked).toEqual([])
  linker.send({ type: 'opened' })
  await expect.poll(() => asked.length).toBe(1)
})

test('a wallet that signs no one in gets the server’s refusal; Retry is another wallet', async () => {
  const { connect, asked, flow, hold, answer, signedIn } = await open()
  hold()
  await connect({ kind: 'signIn' })
  await expect.poll(() => asked.length).toBe(2)
  await expect
    .poll(() => {
      answer(Response.json({ code: 'wallet_not_linked', message: 'No account.' }, { status: 403 }))
      return flow()
    })
    .toMatchObject({ status: 'failed', error: { code: 'wallet_not_linked' }, retry: { step: 'pairing' } })
  expect(signedIn).toEqual([])
})
