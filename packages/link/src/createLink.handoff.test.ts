import { parseHandoffPhoneStatus, parseHandoffStart, parseHandoffToken, parseLinkedWallet } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createHandoffHost, handoff, wrongDigits } from './createHandoff.fixture.ts'
import { createTestHost, createTestWallet } from './createTestHost.fixture.ts'
import type { NewLink } from './options/linkedEvent.ts'
import { createBitcoinWallet, createSolanaWallet } from './verifiers/testWallets.fixture.ts'

const wallet = createTestWallet(1)
const everything = { before: undefined, limit: 100 }

const link = { template: 'https://quay.example/open?url={urlEncoded}', confidence: 'high' }
const browser = { ios: link, namespaces: ['eip155'] }
const quay = { id: 'quay', name: 'Quay', app: {}, browser }

describe('createLink: a handoff', () => {
  test('goes from a code on the screen to a linked wallet; links nothing before the digits', async () => {
    const heard: NewLink[] = []
    const host = await createHandoffHost({ onLinked: (linked) => void heard.push(linked) })
    const started = await host.start()
    expect(started.address).toBe(`${handoff.pageUrl}#h=${started.id}.${started.secret}`)
    expect(started.expiresAt).toBe(host.clock.now + 300_000)
    expect(await host.status(started.id)).toMatchObject({ state: 'waiting', version: 1, isOpenedOnPhone: false })

    const hopped = await host.hop(parseHandoffToken(started.address) ?? started)
    expect(await host.status(started.id)).toMatchObject({ state: 'waiting', isOpenedOnPhone: true })
    const claimed = await host.claim(hopped)
    expect(claimed).toMatchObject({
      label: 'alice@mail.example',
      domain: 'app.example',
      chains: ['eip155:1', 'eip155:137'],
    })
    expect(await host.status(started.id)).toMatchObject({ state: 'opened', accountId: undefined })

    const signed = await host.sign(started.id, claimed.grant, wallet)
    expect(signed.status, signed.text).toBe(201)
    const { digits, expiresAt } = parseHandoffPhoneStatus(signed.body)
    expect(digits).toMatch(/^\d{6}$/)
    expect(expiresAt).toBe(host.clock.now + 120_000)
    expect(await host.status(started.id)).toMatchObject({
      state: 'proven',
      accountId: wallet.accountId,
      walletName: wallet.name,
      attemptsLeft: 3,
    })
    expect(await host.link.linkedWallets('alice')).toEqual([])

    const finished = await host.finish(started.id, digits)
    expect(finished.status, finished.text).toBe(201)
    const linked = parseLinkedWallet(finished.body)
    expect(linked).toMatchObject({ accountId: wallet.accountId, walletName: wallet.name })
    expect(await host.link.linkedWallets('alice')).toHaveLength(1)
    expect(await host.status(started.id)).toMatchObject({ state: 'linked', wallet: { id: linked.id } })
    expect(await host.phone(started.id, claimed.grant)).toMatchObject({ state: 'linked', digits: undefined })
    expect(await host.store.history('alice', everything)).toMatchObject([{ type: 'linked', via: 'handoff' }])
    expect((await host.send('/history', { user: 'alice' })).body).toMatchObject({ events: [{ via: 'handoff' }] })
    expect(heard).toEqual([{ hostUserId: 'alice', wallet: expect.objectContaining({ id: linked.id }), by: 'handoff' }])
    expect(host.events.map(({ type }) => type)).toEqual([
      'handoff-started',
      'handoff-claimed',
      'challenged',
      'handoff-proven',
      'linked',
    ])
  })

  test.each([
    ['solana', createSolanaWallet(1), 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['bip122', createBitcoinWallet(1, 'p2wpkh'), 'bip122:000000000019d6689c085ae165831e93'],
  ] as const)('links an account of %s', async (namespace, other, chain) => {
    const host = await createHandoffHost({ chains: ['eip155:1', chain] })
    const answer = await host.post('/handoffs', { user: 'alice', body: { namespaces: [namespace] } })
    const started = answer.body as { id: string; secret: string }
    const { grant, chains } = await host.claim(started)
    expect(chains).toEqual([chain])
    const unwanted = { purpose: 'link', accountId: wallet.accountId }
    const refused = await host.post(`/handoff/${started.id}/challenges`, { grant, body: unwanted })
    expect(refused.body).toMatchObject({ code: 'unsupported_account' })
    const { digits } = parseHandoffPhoneStatus((await host.sign(started.id, grant, other)).body)
    expect((await host.finish(started.id, digits)).status).toBe(201)
  })

  test('T-30: the phone shows the account by the exact name in the text', async () => {
    const hostUser = async (request: Request) => {
      const id = request.headers.get('x-test-user')
      return id === null ? undefined : { id, label: 'Юля on app.example. Ref 7', sessionId: 'session of one browser' }
    }
    const host = await createHandoffHost({ hostUser })
    const started = await host.start()
    const { label, grant } = await host.claim(started)
    expect(label).toMatch(/^Yulya \? app\.example Ref 7 #[0-9a-f]{6}$/)
    const body = { purpose: 'link', accountId: wallet.accountId }
    const issued = await host.post(`/handoff/${started.id}/challenges`, { grant, body })
    expect(issued.text).toContain(`to the account '${label}' on app.example, as asked for on another screen.`)
  })

  test('after a renewal a phone can continue with the previous code or the new one', async () => {
    const host = await createHandoffHost()
    const renew = async (id: string) => host.post(`/handoffs/${id}/renew`, { user: 'alice' })
    for (const claimsFirst of [true, false]) {
      const first = await host.start()
      host.clock.now += 180_000
      const answer = await renew(first.id)
      expect(answer.status, answer.text).toBe(201)
      const second = parseHandoffStart(answer.body)
      expect(second).toMatchObject({ id: first.id, expiresAt: host.clock.now + 300_000 })
      expect(second.secret).not.toBe(first.secret)
      expect(second.address).toBe(`${handoff.pageUrl}#h=${second.id}.${second.secret}`)
      expect(await host.status(first.id)).toMatchObject({ state: 'waiting', isOpenedOnPhone: false })
      const { grant } = await host.claim(claimsFirst ? first : second)
      expect((await renew(first.id)).body).toMatchObject({ code: 'handoff_elsewhere' })
      const { digits } = parseHandoffPhoneStatus((await host.sign(first.id, grant, wallet)).body)
      expect((await host.finish(first.id, digits)).status).toBe(201)
      expect((await renew(first.id)).body).toMatchObject({ code: 'handoff_over' })
    }
  })

  test('an expired code opens nothing and ends nothing of the next code', async () => {
    const host = await createHandoffHost()
    const first = await host.start()
    host.clock.now += 180_000
    const second = parseHandoffStart((await host.post(`/handoffs/${first.id}/renew`, { user: 'alice' })).body)
    host.clock.now += 120_000
    for (const path of ['hop', 'claim', 'no-wallet'])
      expect((await host.post(`/handoff/${first.id}/${path}`, { body: { secret: first.secret } })).body).toMatchObject({
        code: 'handoff_over',
        reason: 'time',
      })
    expect(await host.status(first.id)).toMatchObject({ state: 'waiting', isWithoutWallet: false })
    expect((await host.claim(second)).label).toBe('alice@mail.example')
  })

  test('the screen reports a browser without a wallet until another one opens the page', async () => {
    const host = await createHandoffHost()
    const started = await host.start()
    const miss = ({ id, secret }: { id: string; secret: string }) =>
      host.post(`/handoff/${id}/no-wallet`, { body: { secret } })
    expect((await miss(started)).status).toBe(204)
    const told = { state: 'waiting', isWithoutWallet: true, isOpenedOnPhone: false, expiresAt: started.expiresAt }
    expect(await host.status(started.id)).toMatchObject(told)
    const hopped = await host.hop(started)
    expect(await host.status(started.id)).toMatchObject({ isWithoutWallet: false, isOpenedOnPhone: true })
    expect((await miss(started)).body).toMatchObject({ code: 'handoff_elsewhere' })
    expect((await miss({ ...started, secret: 'x'.repeat(43) })).body).toMatchObject({ code: 'handoff_unknown' })
    expect((await miss(hopped)).status).toBe(204)
    expect(await host.status(started.id)).toMatchObject({ isWithoutWallet: true })
    await host.claim(hopped)
    expect(await host.status(started.id)).toMatchObject({ state: 'opened', isWithoutWallet: false })
  })

  test('a hop reports the wanted networks and untested links, which the operator must allow', async () => {
    for (const allowsUntested of [undefined, false, true]) {
      const host = await createHandoffHost({
        handoff: { ...handoff, ...(allowsUntested !== undefined && { allowsUntested }) },
      })
      const { id, secret } = await host.start()
      const { body, text } = await host.post(`/handoff/${id}/hop`, { body: { secret } })
      expect(body).toMatchObject({ namespaces: ['eip155'], allowsUntested: allowsUntested === true })
      expect(text).not.toContain('alice')
    }
  })

  test('a hop names the wallets of the operator’s configuration, as listings and no more', async () => {
    const file = { ...quay, homepage: 'https://quay.example/', sources: ['seen by us'], image_id: null }
    for (const [wallets, offered] of [
      [undefined, []],
      [[file], [quay]],
    ] as const) {
      const host = await createHandoffHost({ handoff: { ...handoff, ...(wallets && { wallets }) } })
      const { id, secret } = await host.start()
      const { body } = await host.post(`/handoff/${id}/hop`, { body: { secret } })
      expect(body).toMatchObject({ wallets: offered })
    }
  })

  test('the text to sign names the account and the request from another screen', async () => {
    const host = await createHandoffHost()
    const started = await host.start()
    const { grant } = await host.claim(started)
    const body = { purpose: 'link', accountId: wallet.accountId }
    const { text } = await host.post(`/handoff/${started.id}/challenges`, { grant, body })
    expect(text).toContain("to the account 'alice@mail.example' on app.example, as asked for on another screen.")
  })

  test('the long poll and the stream report it as soon as it changes', async () => {
    const host = await createHandoffHost()
    const started = await host.start()
    const waiting = host.send(`/handoffs/${started.id}?after=1`, { user: 'alice' })
    const request = new Request(`https://app.example/handoffs/${started.id}`, {
      headers: { accept: 'text/event-stream', 'x-test-user': 'alice' },
    })
    const stream = await host.link.fetch(request)
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    const { grant } = await host.claim(started)
    expect((await waiting).body).toMatchObject({ state: 'opened', version: 2 })
    await host.post(`/handoff/${started.id}/decline`, { grant })
    // The stream ends automatically, together with the handoff.
    const states = [...(await stream.text()).matchAll(/^data: .*"state":"(\w+)"/gm)].map(([, state]) => state)
    expect(states.at(-1)).toBe('refused')
    expect(states).toContain('opened')
  })

  test('a change by another process on the same store is reported too', async () => {
    const host = await createHandoffHost()
    const other = await createHandoffHost({ store: host.store })
    const started = await host.start()
    const waiting = host.send(`/handoffs/${started.id}?after=1`, { user: 'alice' })
    await other.claim(started)
    expect((await waiting).body).toMatchObject({ state: 'opened' })
  })

  test('the phone gets its digits again after a lost answer', async () => {
    const host = await createHandoffHost()
    const { id, grant, digits } = await host.proven(wallet)
    expect(await host.phone(id, grant)).toMatchObject({ state: 'proven', digits })
    expect(JSON.stringify(await host.store.handoff(id))).not.toContain(digits)
  })

  test('the phone can decline and the screen can cancel, and each side learns of it', async () => {
    const host = await createHandoffHost()
    const first = await host.proven(wallet)
    expect((await host.post(`/handoff/${first.id}/decline`, { grant: first.grant })).status).toBe(204)
    expect(await host.status(first.id)).toMatchObject({ state: 'refused', reason: 'declined' })
    expect((await host.finish(first.id, first.digits)).body).toMatchObject({ code: 'handoff_over', reason: 'declined' })

    const second = await host.proven(wallet)
    expect((await host.send(`/handoffs/${second.id}`, { method: 'DELETE', user: 'alice' })).status).toBe(204)
    expect(await host.phone(second.id, second.grant)).toMatchObject({ state: 'refused', reason: 'cancelled' })
    expect(await host.link.linkedWallets('alice')).toEqual([])
  })

  test('a new link can be undone for a minute', async () => {
    const host = await createHandoffHost({ isLoginFactor: true })
    const undo = (id: string) => host.post(`/handoffs/${id}/undo`, { user: 'alice' })
    const first = await host.proven(wallet)
    expect((await undo(first.id)).status).toBe(404)
    await host.finish(first.id, first.digits)
    expect((await undo(first.id)).status).toBe(204)
    expect(await host.link.linkedWallets('alice')).toEqual([])
    expect(await host.status(first.id)).toMatchObject({ state: 'linked', wallet: undefined })
    expect((await undo(first.id)).status).toBe(404)

    const late = await host.proven(wallet)
    await host.finish(late.id, late.digits)
    host.clock.now += 60_000
    expect((await undo(late.id)).status).toBe(404)
    const again = await host.proven(wallet)
    await host.finish(again.id, again.digits)
    expect((await undo(again.id)).body).toMatchObject({ code: 'not_found' })
    expect(await host.link.linkedWallets('alice')).toHaveLength(1)
  })

  test('the third wrong attempt at the digits ends it', async () => {
    const host = await createHandoffHost()
    const { id, digits } = await host.proven(wallet)
    for (const left of [2, 1]) {
      expect((await host.finish(id, wrongDigits(digits))).body).toMatchObject({ code: 'digits_wrong' })
      expect(await host.status(id)).toMatchObject({ state: 'proven', attemptsLeft: left })
    }
    expect((await host.finish(id, wrongDigits(digits))).body).toMatchObject({ code: 'digits_wrong' })
    expect((await host.finish(id, digits)).body).toMatchObject({ code: 'handoff_over', reason: 'digits' })
    expect(await host.link.linkedWallets('alice')).toEqual([])
  })

  test('digits before the signature are too early and cost no attempt', async () => {
    const host = await createHandoffHost()
    const started = await host.start()
    await host.claim(started)
    expect((await host.finish(started.id, '000000')).body).toMatchObject({ code: 'handoff_not_proven' })
  })

  test('a wallet that another account holds is refused at the end', async () => {
    const host = await createHandoffHost()
    await host.linkWallet('bob', wallet)
    const { id, digits } = await host.proven(wallet)
    expect((await host.finish(id, digits)).body).toMatchObject({ code: 'wallet_already_linked' })
    expect(await host.status(id)).toMatchObject({ state: 'refused', reason: 'taken' })
  })

  test('without the option no route exists', async () => {
    const host = await createTestHost()
    for (const [method, path] of [
      ['POST', '/handoffs'],
      ['GET', '/handoff'],
      ['POST', '/handoff/x/claim'],
    ] as const) {
      const answer = await host.send(path, { method, user: 'alice', ...(method === 'POST' && { body: {} }) })
      expect(answer.body).toMatchObject({ code: 'not_found' })
    }
  })

  test.each([
    ['another host', { pageUrl: 'https://evil.example/link/handoff' }],
    ['another scheme', { pageUrl: 'http://app.example/link/handoff' }],
    ['a fragment', { pageUrl: 'https://app.example/link/handoff#x' }],
    ['no address', { pageUrl: '/link/handoff' }],
    ['more than it takes', { ...handoff, secret: 'x' }],
    ['untested links that are neither on nor off', { ...handoff, allowsUntested: 'yes' as never }],
    ['wallets that are no list', { ...handoff, wallets: { 0: quay } as never }],
    ['a wallet that is no listing', { ...handoff, wallets: [{ ...quay, id: 'No!' }] }],
    ['a wallet that is nothing', { ...handoff, wallets: [null as never] }],
    ['a wallet without a link', { ...handoff, wallets: [{ ...quay, browser: undefined }] }],
    ['a wallet without networks', { ...handoff, wallets: [{ ...quay, browser: { ios: link } }] }],
    [
      'a link that cannot be used beside one that can',
      {
        ...handoff,
        wallets: [{ ...quay, browser: { ...browser, android: { ...link, template: 'javascript:alert(1)//{url}' } } }],
      },
    ],
    [
      'a link without a confidence',
      { ...handoff, wallets: [{ ...quay, browser: { ...browser, ios: { template: link.template } } }] },
    ],
    ['one wallet twice', { ...handoff, wallets: [quay, { ...quay, name: 'Other' }] }],
    [
      'more wallets than it takes',
      { ...handoff, wallets: Array.from({ length: 65 }, (_, index) => ({ ...quay, id: `quay-${index}` })) },
    ],
  ])('refuses the option with %s', async (_, option) => {
    await expect(createTestHost({ handoff: option })).rejects.toMatchObject({ code: 'invalid_link_options' })
  })
})
