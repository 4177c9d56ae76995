import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { listingsSnapshot } from '../wallets/listings.snapshot.ts'
import { findBrowserLink } from '../wallets/walletBrowser/findBrowserLink.ts'
import { createHandoffApi, linkedByPhone } from './handoffApi.fixture.ts'
import { android, createScriptedConnector, start } from './linker.fixture.ts'
import type { LinkerSettings } from './options/settings.ts'

async function open({ isBuffered = false, ...more }: Partial<LinkerSettings> & { isBuffered?: boolean } = {}) {
  const timers = createTimers()
  const api = createHandoffApi({ now: timers.now, isBuffered })
  const scripted = createScriptedConnector(timers)
  const options = { linkUrl: 'https://app.example/link', handoff: true, connector: scripted.connector, ...more }
  const { linker } = await start({ fetch: api.fetch, timers, ...options })
  linker.send({ type: 'opened' })
  await timers.settle()
  await timers.advance(0)
  const handoff = () => linker.getState().handoff
  const untilStep = (step: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (handoff()?.step !== step) return
        unsubscribe()
        resolve()
      }
      const unsubscribe = linker.subscribe(look)
      look()
    })
  return { linker, timers, api, handoff, untilStep, ...scripted }
}

/** Runs the handoff until the code is shown. */
async function shown(options: Parameters<typeof open>[0] = {}) {
  const opened = await open(options)
  opened.linker.send({ type: 'handoff', action: 'start' })
  await opened.untilStep('code')
  await opened.timers.settle()
  return opened
}

/** Runs the handoff until the digits are requested. */
async function proven(options: Parameters<typeof open>[0] = {}) {
  const all = await shown(options)
  all.api.change({
    state: 'proven',
    isOpenedOnPhone: true,
    expiresAt: all.timers.now() + 120_000,
    accountId: linkedByPhone.accountId,
    walletName: 'Phone Wallet',
    attemptsLeft: 3,
  })
  await all.untilStep('digits')
  return all
}

describe('createFlowLinker: a handoff', () => {
  test('is offered if the option is set and no page of the host app opens; sends nothing before', async () => {
    const { handoff, api } = await open()
    expect(handoff()).toEqual({ step: 'offered' })
    expect(api.sent).toEqual([])
    const ownPage = { url: 'https://app.example/phone' }
    for (const other of [
      { handoff: false },
      { platform: android, walletBrowser: false },
      { platform: android, walletBrowser: ownPage },
    ] as const) {
      const opened = await open(other)
      expect(opened.handoff()).toBeUndefined()
      opened.linker.send({ type: 'handoff', action: 'start' })
      expect(opened.linker.getState().view.name).toBe('ConnectWallet')
    }
    const { linker, handoff: again, timers } = await open()
    linker.send({ type: 'closed' })
    linker.send({ type: 'opened', purpose: { kind: 'signIn' } })
    await timers.advance(0)
    expect(again()).toBeUndefined()
  })

  test('goes from the code over the phone and the digits to a linked wallet', async () => {
    const { linker, api, handoff, untilStep, timers, pairings } = await shown()
    expect(linker.getState()).toMatchObject({ view: { name: 'Handoff' }, canGoBack: true })
    expect(handoff()).toMatchObject({ step: 'code', secondsLeft: 180, address: expect.stringContaining('/handoff#h=') })
    expect(api.sent[0]).toEqual({ method: 'POST', path: '/handoffs', body: { namespaces: ['eip155'] } })
    await timers.advance(5_000)
    expect(handoff()).toMatchObject({ secondsLeft: 175 })

    api.change({ isOpenedOnPhone: true })
    await untilStep('onPhone')
    api.change({
      state: 'proven',
      expiresAt: timers.now() + 120_000,
      accountId: linkedByPhone.accountId,
      walletName: 'Phone Wallet',
      attemptsLeft: 3,
    })
    await untilStep('digits')
    expect(handoff()).toMatchObject({ walletName: 'Phone Wallet', attemptsLeft: 3, secondsLeft: 120 })
    api.answer('POST finish', () => Response.json(linkedByPhone, { status: 201 }))
    linker.send({ type: 'handoff', action: 'finish', digits: '123 456' })
    expect(handoff()).toMatchObject({ step: 'digits', isChecking: true })
    await untilStep('linked')
    expect(api.sent.at(-1)).toMatchObject({ method: 'POST', body: { digits: '123 456' } })
    expect(linker.getState().flow).toMatchObject({
      status: 'linked',
      wallet: { id: 'wallet-1' },
      connection: undefined,
    })
    // The code of the first view is cancelled as well.
    expect(pairings.at(-1)?.isCancelled).toBe(true)

    linker.send({ type: 'handoff', action: 'undo' })
    await untilStep('undone')
    expect(api.sent.at(-1)).toMatchObject({ method: 'POST', path: expect.stringMatching(/undo$/) })
  })

  test('T-53: waits for the answer to the digits, a new session, after the status shows the link', async () => {
    const { linker, api, untilStep, timers } = await proven()
    const signals: (AbortSignal | null | undefined)[] = []
    api.answer('POST finish', (signal) => {
      signals.push(signal)
      return new Promise(() => {})
    })
    linker.send({ type: 'handoff', action: 'finish', digits: '123456' })
    await timers.settle()
    api.change({ state: 'linked', wallet: { ...linkedByPhone, isPrimary: true, status: 'active' } })
    await untilStep('linked')
    linker.send({ type: 'closed' })
    expect(signals.map((signal) => signal?.aborted)).toEqual([false])
  })

  test.each([
    ['lost', () => Promise.reject(new TypeError('no network'))],
    ['refused for now', () => Response.json({ code: 'too_many_requests', message: 'no' }, { status: 429 })],
    ['not processed', () => Response.json({ code: 'link_unavailable', message: 'no' }, { status: 503 })],
  ])('an undo that was %s can be pressed again', async (_, answer) => {
    const { linker, api, handoff, untilStep } = await proven()
    api.answer('POST finish', () => Response.json(linkedByPhone, { status: 201 }))
    linker.send({ type: 'handoff', action: 'finish', digits: '123456' })
    await untilStep('linked')
    const untilUndo = (canUndo: boolean) => expect.poll(handoff).toEqual({ step: 'linked', canUndo })
    api.answer('POST undo', answer)
    linker.send({ type: 'handoff', action: 'undo' })
    expect(handoff()).toEqual({ step: 'linked', canUndo: false })
    await untilUndo(true)
    api.answer('POST undo', () => Response.json({ code: 'not_found', message: 'no' }, { status: 404 }))
    linker.send({ type: 'handoff', action: 'undo' })
    await untilUndo(false)
    expect(linker.getState().flow.status).toBe('linked')
  })

  test.each([
    ['fails', () => Promise.reject(new TypeError('no network'))],
    ['succeeds', () => Promise.resolve(new Response(undefined, { status: 204 }))],
  ])('an undo that %s after the next handoff began changes nothing there', async (_, end) => {
    const { linker, api, handoff, untilStep, timers } = await proven()
    api.answer('POST finish', () => Response.json(linkedByPhone, { status: 201 }))
    linker.send({ type: 'handoff', action: 'finish', digits: '123456' })
    await untilStep('linked')
    let answer: (response: Promise<Response>) => void = () => {}
    api.answer('POST undo', () => new Promise<Response>((resolve) => (answer = resolve)))
    linker.send({ type: 'handoff', action: 'undo' })
    linker.send({ type: 'closed' })
    linker.send({ type: 'opened' })
    await timers.advance(0)
    linker.send({ type: 'handoff', action: 'start' })
    await untilStep('code')
    answer(end())
    await timers.advance(1_000)
    expect(handoff()).toMatchObject({ step: 'code' })
  })

  test('wrong digits leave the remaining attempts, and the last one ends it', async () => {
    const { linker, api, handoff, untilStep, timers } = await proven()
    api.answer('POST finish', () => Response.json({ code: 'digits_wrong', message: 'wrong' }, { status: 400 }))
    linker.send({ type: 'handoff', action: 'finish', digits: '000000' })
    await timers.settle()
    api.change({ attemptsLeft: 2 })
    await timers.settle()
    await timers.settle()
    expect(handoff()).toMatchObject({ step: 'digits', attemptsLeft: 2, problem: 'digits_wrong', isChecking: false })
    api.change({ state: 'refused', reason: 'digits', attemptsLeft: undefined })
    await untilStep('failed')
    expect(handoff()).toEqual({ step: 'failed', code: 'digits' })
    expect(linker.getState().flow.status).toBe('choosing')
  })

  test.each(['declined', 'elsewhere', 'taken'] as const)('says why it ended: %s; and starts again', async (reason) => {
    const { linker, api, handoff, untilStep } = await proven()
    api.change({ state: reason === 'elsewhere' ? 'elsewhere' : 'refused', reason })
    await untilStep('failed')
    expect(handoff()).toEqual({ step: 'failed', code: reason })
    linker.send({ type: 'handoff', action: 'start' })
    expect(handoff()).toEqual({ step: 'starting' })
    await untilStep('code')
    expect(api.started()).toBe(2)
  })

  test('a new code of the same handoff replaces an ending one, but not while a phone is at work', async () => {
    const { api, handoff, timers, untilStep } = await shown()
    const before = handoff()
    await timers.advance(179_000)
    expect(api.renewed()).toBe(0)
    await timers.advance(2_000)
    expect([api.started(), api.renewed()]).toEqual([1, 1])
    expect(api.sent.at(-1)).toMatchObject({ method: 'POST', path: expect.stringMatching(/^\/handoffs\/\w+\/renew$/) })
    expect(handoff()).toMatchObject({ step: 'code', address: expect.stringContaining('R1') })
    expect(handoff()).not.toMatchObject({ address: Reflect.get(before ?? {}, 'address') })
    expect(Reflect.get(handoff() ?? {}, 'secondsLeft')).toBeGreaterThan(175)
    // The phone has the previous code, which belongs to the same handoff.
    api.change({ state: 'opened', isOpenedOnPhone: true })
    await untilStep('onPhone')
    await timers.advance(280_000)
    expect([api.started(), api.renewed()]).toEqual([1, 1])
    await timers.advance(60_000)
    expect(handoff()).toEqual({ step: 'failed', code: 'time' })
  })

  test('a phone that continues during a renewal is not interrupted', async () => {
    const { api, handoff, timers, untilStep } = await shown()
    const opened = { code: 'handoff_elsewhere', message: 'A phone is at work.' }
    api.answer('POST renew', () => Response.json(opened, { status: 410 }))
    await timers.advance(181_000)
    expect(handoff()).toMatchObject({ step: 'code' })
    api.change({ state: 'opened', isOpenedOnPhone: true, expiresAt: timers.now() + 300_000 })
    await untilStep('onPhone')

    // The answer to a renewal can arrive after the phone's status.
    const slow = await shown()
    let answer: (response: Response) => void = () => {}
    slow.api.answer('POST renew', () => new Promise<Response>((resolve) => (answer = resolve)))
    await slow.timers.advance(181_000)
    slow.api.change({ state: 'opened', isOpenedOnPhone: true, expiresAt: slow.timers.now() + 300_000 })
    await slow.untilStep('onPhone')
    const address = 'https://app.example/link/handoff#late'
    const late = { id: '1'.padStart(22, 'A'), secret: 'L'.repeat(43), address, expiresAt: slow.timers.now() + 300_000 }
    answer(Response.json(late, { status: 201 }))
    await slow.timers.settle()
    expect(slow.handoff()).toMatchObject({ step: 'onPhone' })
  })

  test('a failed renewal is retried as long as the code is valid', async () => {
    const { api, handoff, timers } = await shown()
    const before = handoff()
    let isDown = true
    api.answer('POST renew', () => {
      if (isDown) throw new TypeError('no network')
      return Response.json({ code: 'handoff_over', message: 'over' }, { status: 410 })
    })
    await timers.advance(200_000)
    expect(handoff()).toMatchObject({ step: 'code', address: Reflect.get(before ?? {}, 'address') })
    const tries = api.sent.filter(({ path }) => path.endsWith('/renew')).length
    expect(tries).toBeGreaterThan(2)
    expect(tries).toBeLessThan(6)
    isDown = false
    await timers.advance(6_000)
    expect(api.started()).toBe(2)
    expect(handoff()).toMatchObject({ step: 'code' })
    isDown = true
    await timers.advance(301_000)
    expect(handoff()).toEqual({ step: 'failed', code: 'link_unavailable' })
  })

  test('reports that the phone’s browser has no wallet, and continues if another has one', async () => {
    const { linker, api, handoff, timers, untilStep } = await shown()
    api.change({ isWithoutWallet: true })
    await untilStep('noWallet')
    expect(handoff()).toMatchObject({ step: 'noWallet', secondsLeft: 300 })
    await timers.advance(280_000)
    expect(api.started()).toBe(1)
    expect(handoff()).toMatchObject({ step: 'noWallet', secondsLeft: 20 })
    api.change({ isWithoutWallet: false, isOpenedOnPhone: true })
    await untilStep('onPhone')
    api.change({ isWithoutWallet: true })
    await untilStep('noWallet')
    linker.send({ type: 'handoff', action: 'start' })
    await untilStep('code')
    expect(api.started()).toBe(2)
  })

  test('a hidden code is not renewed until the page is in front again', async () => {
    let show: (isVisible: boolean) => void = () => {}
    const watchVisibility = (listener: (isVisible: boolean) => void) => {
      show = listener
      return () => {}
    }
    const { api, timers } = await shown({ watchVisibility })
    show(false)
    await timers.advance(400_000)
    expect([api.started(), api.renewed()]).toEqual([1, 0])
    api.answer('POST renew', () => Response.json({ code: 'handoff_over', message: 'over' }, { status: 410 }))
    show(true)
    await timers.settle()
    await timers.settle()
    expect(api.started()).toBe(2)
  })

  test('a wrong clock of the page changes nothing', async () => {
    const timers = createTimers()
    const api = createHandoffApi({ now: () => timers.now() - 3_600_000 })
    const { linker } = await start({ fetch: api.fetch, timers, linkUrl: 'https://app.example/link', handoff: true })
    linker.send({ type: 'opened' })
    await timers.advance(0)
    linker.send({ type: 'handoff', action: 'start' })
    await timers.advance(1_000)
    expect(linker.getState().handoff).toMatchObject({ step: 'code', secondsLeft: 179 })
    expect(api.started()).toBe(1)
  })

  test('uses the long poll if a proxy holds the events back', async () => {
    const { api, untilStep, timers } = await shown({ isBuffered: true })
    await timers.advance(3_000)
    api.change({ isOpenedOnPhone: true })
    await untilStep('onPhone')
  })

  test.each(['wentBack', 'closed'] as const)('ends on the server when the visitor leaves: %s', async (type) => {
    const { linker, api, timers, handoff } = await shown()
    linker.send({ type })
    await timers.settle()
    expect(handoff()).toEqual({ step: 'offered' })
    expect(api.sent.at(-1)).toMatchObject({ method: 'DELETE' })
    await timers.advance(300_000)
    expect(api.started()).toBe(1)
  })

  test('shows the link API’s refusal to start it', async () => {
    const { linker, api, handoff, untilStep } = await open()
    const refusal = () => Response.json({ code: 'proof_required', message: 'no' }, { status: 403 })
    api.answer('POST handoffs', refusal)
    linker.send({ type: 'handoff', action: 'start' })
    await untilStep('failed')
    expect(handoff()).toEqual({ step: 'failed', code: 'proof_required' })
  })
})

describe('createFlowLinker: a handoff on one phone', () => {
  const own = 'https://app.example/account'
  beforeEach(() => {
    vi.stubGlobal('location', new URL(`${own}?token=secret#secret`))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const listing = listingsSnapshot.find(({ name }) => name === 'MetaMask')

  /** Runs the handoff until the link into the wallet is shown. */
  async function ready(more: Partial<LinkerSettings> = {}) {
    const opened = await open({ platform: android, relayReach: 'own', ...more })
    const { linker, untilStep } = opened
    expect(linker.getState()).toMatchObject({ handoff: { step: 'offered' }, walletPage: { address: own } })
    if (listing === undefined) throw new Error('MetaMask is in no list.')
    linker.send({ type: 'viewShown', view: { name: 'WalletBrowser', listing } })
    const href = () => findBrowserLink(listing, linker.getState())?.href
    await untilStep('code')
    return { ...opened, href }
  }

  test('the link opens its page in the wallet’s browser before the tap, and starts nothing sooner', async () => {
    const { linker, api, href } = await ready()
    const { handoff } = linker.getState()
    expect(handoff).toMatchObject({ step: 'code', address: expect.stringContaining('/link/handoff#h=') })
    const address: string = Reflect.get(handoff ?? {}, 'address')
    expect(href()).toBe(`https://link.metamask.io/dapp/${address.replace('https://', '')}`)
    expect([linker.getState().view.name, api.started()]).toEqual(['WalletBrowser', 1])
  })

  test('once the wallet continues, the handoff’s view shows, and digits link in this session', async () => {
    const { linker, api, timers, untilStep } = await ready()
    api.change({ state: 'opened', isOpenedOnPhone: true })
    await untilStep('onPhone')
    expect(linker.getState().view).toEqual({ name: 'Handoff', listing })
    api.change({ state: 'proven', expiresAt: timers.now() + 120_000, attemptsLeft: 3 })
    await untilStep('digits')
    api.answer('POST finish', () => Response.json(linkedByPhone, { status: 201 }))
    linker.send({ type: 'handoff', action: 'finish', digits: '123456' })
    await untilStep('linked')
    expect(linker.getState().flow).toMatchObject({ status: 'linked', wallet: { id: 'wallet-1' } })
  })

  test('a renewed code changes the link; leaving ends the handoff, and a return starts another', async () => {
    const { linker, api, timers, href, untilStep } = await ready()
    const first = href()
    await timers.advance(181_000)
    expect(api.renewed()).toBe(1)
    expect(href()).not.toBe(first)
    linker.send({ type: 'wentBack' })
    await timers.settle()
    expect(api.sent.at(-1)).toMatchObject({ method: 'DELETE' })
    expect(linker.getState()).toMatchObject({ handoff: { step: 'offered' }, walletPage: { address: own } })
    if (listing !== undefined) linker.send({ type: 'viewShown', view: { name: 'WalletBrowser', listing } })
    await untilStep('code')
    expect(api.started()).toBe(2)
  })

  test('Back from the continuing wallet ends it, and starts again', async () => {
    const { linker, api, untilStep } = await ready()
    api.change({ state: 'opened', isOpenedOnPhone: true })
    await untilStep('onPhone')
    linker.send({ type: 'wentBack' })
    await untilStep('code')
    expect([linker.getState().view.name, api.started()]).toEqual(['WalletBrowser', 2])
  })

  test('shows there why it cannot begin, and opens nothing else in its place', async () => {
    const without = await open({ platform: android, handoff: false })
    expect(without.handoff()).toBeUndefined()
    expect(without.linker.getState().walletPage?.address).toBe(own)
    const refused = await open({ platform: android, relayReach: 'own' })
    refused.api.answer('POST handoffs', () => Response.json({ code: 'proof_required', message: 'no' }, { status: 403 }))
    if (listing !== undefined) refused.linker.send({ type: 'viewShown', view: { name: 'WalletBrowser', listing } })
    await refused.untilStep('failed')
    expect(refused.linker.getState()).toMatchObject({
      view: { name: 'WalletBrowser' },
      handoff: { code: 'proof_required' },
    })
  })

  test('with the network’s relay, and to sign in, waits for the choice of a wallet’s browser', async () => {
    const { linker, handoff, api } = await open({ platform: android, relayReach: 'network' })
    expect([handoff(), api.started()]).toEqual([{ step: 'offered' }, 0])
    if (listing !== undefined) linker.send({ type: 'walletChosen', listing })
    expect(linker.getState().view.name).toBe('MobileConnecting')
    expect(api.started()).toBe(0)
  })
})
