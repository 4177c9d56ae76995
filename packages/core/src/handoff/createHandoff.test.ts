import { expect, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { browserListings } from './browserListings.snapshot.ts'
import { createHandoff, type HandoffState } from './createHandoff.ts'

const id = 'h'.repeat(24)
const [secret, fresh, grant] = ['s'.repeat(43), 'f'.repeat(43), 'g'.repeat(43)]
const page = 'https://app.example/link/handoff'
const address = '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'
const signature = `0x${'ab'.repeat(64)}1b`
const phone = { isIos: true, isAndroid: false }

type Answer = { readonly status?: number; readonly body: object } | 'lost'

/** Creates a phone whose link API has a prepared answer for each path. */
function createPhone(
  answers: Readonly<Record<string, Answer>> = {},
  storage = createStorage(),
  opened: string | boolean = true,
) {
  const timers = createTimers()
  const scope = new EventTarget()
  const states: HandoffState[] = []
  const asked: { path: string; body: unknown; headers: Headers; init: RequestInit | undefined }[] = []
  const expiresAt = timers.now() + 300_000
  const usual: Readonly<Record<string, Answer>> = {
    '/hop': { body: { secret: fresh, expiresAt, namespaces: ['eip155'], allowsUntested: false } },
    '/claim': { body: { grant, label: 'alice', domain: 'app.example', chains: ['eip155:1'], expiresAt } },
    '/challenges': { status: 201, body: { challengeId: 'c'.repeat(24), message: 'Ahoy', expiresAt } },
    '/proofs': { status: 201, body: { state: 'proven', expiresAt: expiresAt - 180_000, digits: '012345' } },
    '/decline': { body: {} },
    '/no-wallet': { body: {} },
    '': { body: { state: 'opened', expiresAt } },
  }
  const told = { ...usual, ...answers }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = String(input).replace(`/link/handoff/${id}`, '')
    const body = init?.body === undefined ? undefined : JSON.parse(String(init.body))
    asked.push({ path, body, headers: new Headers(init?.headers), init })
    const answer = told[path]
    if (answer === undefined || answer === 'lost') throw new TypeError('no network')
    return Response.json(answer.body, { status: answer.status ?? 200 })
  }
  const handoff = createHandoff({
    linkUrl: '/link',
    address: typeof opened === 'string' ? opened : opened ? `${page}#h=${id}.${secret}` : page,
    scope,
    storage,
    platform: phone,
    fetch,
    setTimer: timers.setTimer,
    now: timers.now,
    onChange: (state) => states.push(state),
  })
  const install = (request: (asked: { method: string }) => unknown = approve) => {
    Reflect.set(scope, 'ethereum', { request })
    scope.dispatchEvent(new Event('ethereum#initialized'))
  }
  return { handoff, timers, told, states, asked, install, storage }
}

function createStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

async function approve({ method }: { method: string }): Promise<unknown> {
  if (method === 'eth_chainId') return '0x1'
  return method === 'personal_sign' ? signature : [address]
}

const refuse = (status: number, code: string): Answer => ({ status, body: { code, message: 'No.' } })

test('requests and claims nothing before a wallet is found and tapped', async () => {
  const { handoff, timers, states, asked, install } = createPhone()
  await handoff.start()
  expect(states.at(-1)).toEqual({ step: 'start', wallets: [], isLooking: true, links: undefined })
  await timers.advance(7_000)
  install()
  expect(states.at(-1)).toMatchObject({ step: 'start', wallets: [{ rdns: 'injected' }] })
  expect(asked).toEqual([])
  handoff.stop()
})

test('reports a missing wallet after eight seconds, also to the screen; accepts a later one', async () => {
  const { handoff, timers, states, asked, install } = createPhone({ '/no-wallet': 'lost' })
  await handoff.start()
  await timers.advance(8_000)
  expect(states.at(-1)).toMatchObject({ step: 'start', wallets: [], isLooking: false })
  await timers.advance(60_000)
  expect(asked.map(({ path, body }) => [path, body])).toEqual([['/no-wallet', { secret }]])
  install()
  await handoff.choose('injected')
  expect(states.at(-1)).toMatchObject({ step: 'ask' })
  handoff.stop()
})

test('a page that opened wallets of the phone reports none missing', async () => {
  const { handoff, timers, asked } = createPhone()
  await handoff.start()
  await handoff.requestLinks()
  await timers.advance(60_000)
  expect(asked.map(({ path }) => path)).toEqual(['/hop'])
  handoff.stop()
})

test('claims on the first tap, signs on the second, and shows the digits', async () => {
  const { handoff, states, asked, install } = createPhone()
  await handoff.start()
  install()
  await handoff.choose('injected')
  expect(states.at(-1)).toEqual({
    step: 'ask',
    label: 'alice',
    domain: 'app.example',
    walletName: 'Browser wallet',
    namespaces: ['eip155'],
    failure: undefined,
  })
  await handoff.approve('eip155')
  expect(states.at(-1)).toMatchObject({ step: 'digits', digits: '012345' })
  expect(asked.map(({ path }) => path)).toEqual(['/claim', '/challenges', '/proofs'])
  expect(asked[0]?.body).toEqual({ secret })
  for (const { init } of asked) expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  expect(asked[2]?.headers.get('authorization')).toBe(`Handoff ${grant}`)
  expect(asked[2]?.body).toEqual({ purpose: 'link', challengeId: 'c'.repeat(24), signature })
  handoff.stop()
})

test('reports the result of the digits, and forgets the grant', async () => {
  const { handoff, timers, told, states, install, storage } = createPhone()
  await handoff.start()
  install()
  await handoff.choose('injected')
  await handoff.approve('eip155')
  Object.assign(told, { '': { body: { state: 'linked', expiresAt: 1 } } })
  await timers.advance(2_000)
  expect(states.at(-1)).toEqual({ step: 'linked' })
  expect(storage.getItem('hawser-handoff')).toBeNull()
  handoff.stop()
})

test('looks for the answer to a lost proof, and sends nothing twice', async () => {
  const expiresAt = 1_700_000_120_000
  const { handoff, states, asked, install } = createPhone({
    '/proofs': 'lost',
    '': { body: { state: 'proven', expiresAt, digits: '999999' } },
  })
  await handoff.start()
  install()
  await handoff.choose('injected')
  await handoff.approve('eip155')
  expect(states.at(-1)).toEqual({ step: 'digits', digits: '999999', expiresAt })
  expect(asked.filter(({ path }) => path === '/proofs')).toHaveLength(1)
  handoff.stop()
})

test('a refused claim ends it, and a refused proof can be retried', async () => {
  const claimed = createPhone({ '/claim': refuse(410, 'handoff_elsewhere') })
  await claimed.handoff.start()
  claimed.install()
  await claimed.handoff.choose('injected')
  expect(claimed.states.at(-1)).toEqual({ step: 'ended', code: 'handoff_elsewhere' })

  const proven = createPhone({ '/proofs': refuse(400, 'proof_invalid') })
  await proven.handoff.start()
  proven.install()
  await proven.handoff.choose('injected')
  await proven.handoff.approve('eip155')
  expect(proven.states.at(-1)).toMatchObject({ step: 'ask', failure: 'proof_invalid' })
  Object.assign(proven.told, { '/proofs': refuse(410, 'handoff_over') })
  await proven.handoff.approve('eip155')
  expect(proven.states.at(-1)).toEqual({ step: 'ended', code: 'handoff_over' })
})

test('a refusal in the wallet can be retried', async () => {
  const { handoff, states, install } = createPhone()
  await handoff.start()
  install(() => Promise.reject(Object.assign(new Error('no'), { code: 4001 })))
  await handoff.choose('injected')
  await handoff.approve('eip155')
  expect(states.at(-1)).toMatchObject({ step: 'ask', failure: 'extension_declined' })
  handoff.stop()
})

test('links into wallets contain a fresh secret, and are made once', async () => {
  const { handoff, states, asked } = createPhone()
  await handoff.start()
  await handoff.requestLinks()
  await handoff.requestLinks()
  expect(asked.map(({ path, body }) => [path, body])).toEqual([['/hop', { secret }]])
  const state = states.at(-1)
  const links = state?.step === 'start' ? state.links : undefined
  expect(links?.address).toBe(`${page}#h=${id}.${fresh}`)
  expect(links?.wallets.find(({ name }) => name === 'MetaMask')?.href).toBe(
    `https://link.metamask.io/dapp/app.example/link/handoff#h=${id}.${fresh}`,
  )
  expect(JSON.stringify(links)).not.toContain(secret)
  handoff.stop()
})

test('the server decides about unverified links and unused networks', async () => {
  const hop = { secret: fresh, expiresAt: 1, namespaces: ['eip155'], allowsUntested: false }
  const offered = async (more: object) => {
    const { handoff, states } = createPhone({ '/hop': { body: { ...hop, ...more } } })
    await handoff.start()
    await handoff.requestLinks()
    handoff.stop()
    const state = states.at(-1)
    return state?.step === 'start' ? (state.links?.wallets.map(({ name }) => name) ?? []) : []
  }
  expect(await offered({})).not.toContain('Trust Wallet')
  expect(await offered({ allowsUntested: true })).toContain('Trust Wallet')
  expect(await offered({ namespaces: ['bip122'] })).not.toContain('MetaMask')
  expect(await offered({ namespaces: ['bip122'] })).toContain('Xverse')
})

test('the host app’s own wallets come first, replace known ones by id, and link to their stores', async () => {
  const metaMask = browserListings.find(({ name }) => name === 'MetaMask')
  const link = { template: 'https://quay.example/open?url={urlEncoded}', confidence: 'high' }
  const browser = { ios: link, android: link, namespaces: ['eip155'] }
  const app = { ios: 'https://apps.apple.com/app/id1', android: 'https://play.google.com/store/apps/details?id=quay' }
  const own = [
    { id: 'quay', name: 'Quay', app, browser },
    { id: metaMask?.id, name: 'MetaMask of ours', browser },
    { id: 'evil', name: 'Evil', browser: { ios: { ...link, template: 'javascript:alert(1)//{url}' } } },
  ]
  const hop = { secret: fresh, expiresAt: 1, namespaces: ['eip155'], allowsUntested: false, wallets: own }
  const { handoff, states } = createPhone({ '/hop': { body: hop } })
  await handoff.start()
  await handoff.requestLinks()
  handoff.stop()
  const state = states.at(-1)
  const wallets = state?.step === 'start' ? (state.links?.wallets ?? []) : []
  expect(wallets[0]).toEqual({
    ...{ id: 'quay', name: 'Quay', store: app.ios },
    href: `https://quay.example/open?url=${encodeURIComponent(`${page}#h=${id}.${fresh}`)}`,
  })
  expect(wallets.map(({ name }) => name).filter((name) => /MetaMask|Evil/.test(name))).toEqual(['MetaMask of ours'])
  expect(wallets.find(({ name }) => name === 'Rainbow')?.store).toMatch(/^https:\/\/apps\.apple\.com\//)
})

test('a reload continues: with the token before the claim, with the grant after it', async () => {
  const storage = createStorage()
  createPhone({}, storage).handoff.stop()
  const before = createPhone({}, storage, false)
  await before.handoff.start()
  expect(before.states.at(-1)).toMatchObject({ step: 'start' })
  before.install()
  await before.handoff.choose('injected')
  before.handoff.stop()
  const after = createPhone({}, storage, false)
  after.install()
  await after.handoff.start()
  expect(after.states.at(-1)).toMatchObject({ step: 'ask', label: 'alice', namespaces: ['eip155'] })
  expect(after.asked.map(({ path }) => path)).toEqual([''])
  after.handoff.stop()
})

test.each<[string, Answer]>([
  ['a lost answer', 'lost'],
  ['a server that is down', refuse(503, 'link_unavailable')],
  ['too many requests', refuse(429, 'too_many_requests')],
])('a reload after the claim asks again after %s', async (_, answer) => {
  const storage = createStorage()
  const before = createPhone({}, storage)
  await before.handoff.start()
  before.install()
  await before.handoff.choose('injected')
  before.handoff.stop()

  const offline = createPhone({ '': answer }, storage, false)
  offline.install()
  await offline.handoff.start()
  expect(offline.states).toEqual([])
  expect(offline.handoff.state()).toEqual({ step: 'waiting', for: 'server' })
  Object.assign(offline.told, { '': { body: { state: 'opened', expiresAt: 1 } } })
  await offline.timers.advance(2_000)
  expect(offline.states.at(-1)).toMatchObject({ step: 'ask', label: 'alice' })
  offline.handoff.stop()
  expect(offline.timers.open()).toBe(0)

  const never = createPhone({ '': answer }, storage, false)
  await never.handoff.start()
  never.handoff.stop()
  const after = createPhone({}, storage, false)
  after.install()
  await after.handoff.start()
  expect(after.states.at(-1)).toMatchObject({ step: 'ask', label: 'alice' })
  after.handoff.stop()

  const late = createPhone({ '': answer }, storage, false)
  await late.handoff.start()
  await late.timers.advance(8 * 60_000)
  expect(late.states.at(-1)).toEqual({ step: 'ended', code: 'time' })
  expect([storage.getItem('hawser-handoff'), late.timers.open()]).toEqual([null, 0])
})

test('a page that stops during a request keeps its state, and asks no more', async () => {
  const storage = createStorage()
  const claimed = createPhone({}, storage)
  await claimed.handoff.start()
  claimed.install()
  await claimed.handoff.choose('injected')
  claimed.handoff.stop()
  const kept = storage.getItem('hawser-handoff')
  // As React's double effects do.
  const first = createPhone({}, storage, false)
  const started = first.handoff.start()
  first.handoff.stop()
  await started
  expect([storage.getItem('hawser-handoff'), first.timers.open()]).toEqual([kept, 0])

  const { handoff, timers, told, asked, install } = createPhone({}, createStorage())
  await handoff.start()
  install()
  await handoff.choose('injected')
  await handoff.approve('eip155')
  Object.assign(told, { '': 'lost' })
  await timers.advance(2_000)
  handoff.stop()
  const { length } = asked
  await timers.advance(60_000)
  expect([asked.length, timers.open()]).toEqual([length, 0])
})

test('a refused grant ends it after a reload', async () => {
  const storage = createStorage()
  const before = createPhone({}, storage)
  await before.handoff.start()
  before.install()
  await before.handoff.choose('injected')
  before.handoff.stop()
  const after = createPhone({ '': refuse(410, 'handoff_over') }, storage, false)
  await after.handoff.start()
  expect(after.states.at(-1)).toEqual({ step: 'ended', code: 'handoff_over' })
  expect(storage.getItem('hawser-handoff')).toBeNull()
})

test('a double press of a button sends one request', async () => {
  const hopped = createPhone()
  await hopped.handoff.start()
  await Promise.all([hopped.handoff.requestLinks(), hopped.handoff.requestLinks()])
  expect(hopped.asked.map(({ path }) => path)).toEqual(['/hop'])
  expect(hopped.states.at(-1)).toMatchObject({ step: 'start', links: { wallets: expect.anything() } })
  hopped.handoff.stop()

  const { handoff, asked, states, install } = createPhone()
  await handoff.start()
  install()
  await Promise.all([handoff.choose('injected'), handoff.choose('injected')])
  await handoff.choose('injected')
  expect(asked.map(({ path }) => path)).toEqual(['/claim'])
  expect(states.at(-1)).toMatchObject({ step: 'ask' })
  await Promise.all([handoff.approve('eip155'), handoff.approve('eip155')])
  await handoff.approve('eip155')
  expect(asked.map(({ path }) => path)).toEqual(['/claim', '/challenges', '/proofs'])
  expect(states.at(-1)).toMatchObject({ step: 'digits' })
  handoff.stop()
})

test('a wallet found while the links are made is claimed with their secret', async () => {
  const { handoff, timers, asked, states, install } = createPhone()
  await handoff.start()
  await timers.advance(7_000)
  const made = handoff.requestLinks()
  install()
  await Promise.all([made, handoff.choose('injected')])
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['/hop', { secret }],
    ['/claim', { secret: fresh }],
  ])
  expect(states.at(-1)).toMatchObject({ step: 'ask' })
  handoff.stop()
})

test('after a decline, the wallet’s answer changes nothing', async () => {
  const { handoff, asked, states, install } = createPhone({ '/decline': 'lost' })
  let answer: (signed: string) => void = () => {}
  let isAsked: () => void = () => {}
  const signing = new Promise<void>((resolve) => (isAsked = resolve))
  await handoff.start()
  install((request) => {
    if (request.method !== 'personal_sign') return approve(request)
    isAsked()
    return new Promise<string>((resolve) => (answer = resolve))
  })
  await handoff.choose('injected')
  const approved = handoff.approve('eip155')
  await signing
  await handoff.decline()
  answer(signature)
  await approved
  expect(states.at(-1)).toEqual({ step: 'ended', code: 'declined' })
  expect(asked.map(({ path }) => path)).toEqual(['/claim', '/challenges', '/decline'])
})

test('a renewed code in the same tab counts, unless the tab already used the previous one', async () => {
  const renewed = `${page}#h=${id}.${'r'.repeat(43)}`
  const secretOf = async (storage: ReturnType<typeof createStorage>) => {
    const { handoff, asked, install } = createPhone({}, storage, renewed)
    await handoff.start()
    install()
    await handoff.choose('injected')
    handoff.stop()
    return asked.find(({ path }) => path === '/claim')?.body
  }
  const opened = createStorage()
  createPhone({}, opened).handoff.stop()
  expect(await secretOf(opened)).toEqual({ secret: 'r'.repeat(43) })

  const hopped = createStorage()
  const plain = createPhone({}, hopped)
  await plain.handoff.start()
  await plain.handoff.requestLinks()
  plain.handoff.stop()
  expect(await secretOf(hopped)).toEqual({ secret: fresh })
})

test('without a token, or without storage, it says so or works without', async () => {
  const none = createPhone({}, createStorage(), false)
  await none.handoff.start()
  expect(none.states.at(-1)).toEqual({ step: 'ended', code: 'handoff_unknown' })
  const refused = () => {
    throw new Error('denied')
  }
  const without = createPhone({}, { getItem: refused, setItem: refused, removeItem: refused })
  await without.handoff.start()
  without.install()
  await without.handoff.choose('injected')
  expect(without.states.at(-1)).toMatchObject({ step: 'ask' })
  without.handoff.stop()
})

test('declining notifies the server, and ends it even without an answer', async () => {
  const { handoff, states, asked, install } = createPhone({ '/decline': 'lost' })
  await handoff.start()
  install()
  await handoff.choose('injected')
  await handoff.decline()
  expect(asked.at(-1)).toMatchObject({ path: '/decline', body: {} })
  expect(states.at(-1)).toEqual({ step: 'ended', code: 'declined' })
  handoff.stop()
})
