import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import { untilState } from '@hawser/test-kit/untilState'
import { expect, onTestFinished, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { createLinker } from './createLinker.ts'
import { prepareFirstCode } from './firstCode.ts'
import { initialState } from './initialState.ts'
import { android, desktop } from './linker.fixture.ts'
import type { RelayLinkerOptions } from './options/linkerOptions.ts'
import { readSettings } from './options/settings.ts'
import type { Linker, LinkerState } from './state.ts'

const options: RelayLinkerOptions = {
  relay: { url: 'wss://relay.example', reach: 'network' },
  metadata: { name: 'Our App', description: '', url: 'https://app.example', icons: [] },
  chains: ['eip155:1'],
}

/** Creates a linker with a silent relay, whose flow is fetched once its clock advances. */
function start(more: Groups<RelayLinkerOptions> = {}) {
  const timers = createTimers()
  const sockets: string[] = []
  const copied: string[] = []
  let answer: (response: Response) => void = () => {}
  const world: RelayLinkerOptions['world'] = {
    platform: desktop,
    now: timers.now,
    setTimer: timers.setTimer,
    copyText: async (text) => void copied.push(text),
    fetch: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
    createWebSocket(url) {
      sockets.push(url)
      return new EventTarget() as WebSocket
    },
  }
  const linker = createLinker(mergeGroups<RelayLinkerOptions>({ ...options, world }, more))
  onTestFinished(() => linker.stop())
  const seen: LinkerState[] = []
  linker.subscribe(() => seen.push(linker.getState()))
  return { linker, timers, sockets, copied, seen, answer: (status: number) => answer(new Response(null, { status })) }
}

/** Waits until the flow is loaded and has sent a proposal. */
async function untilFlowIsThere({ linker, timers }: Pick<ReturnType<typeof start>, 'linker' | 'timers'>) {
  await timers.advance(0)
  return untilState(linker, ({ pairingHistory }) => pairingHistory.length > 0)
}

const pairingOf = (linker: Linker) => {
  const { flow } = linker.getState()
  return flow.status === 'choosing' ? flow.pairing : undefined
}

test('firstCode: a press makes the code at once, and the flow proposes on that same pairing', async () => {
  const house = start()
  const { linker, seen, sockets, timers } = house
  await linker.preload()
  linker.open()
  const pairing = pairingOf(linker)
  expect(pairing?.pairingUri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  expect(linker.getState()).toMatchObject({
    pairingUri: pairing?.pairingUri,
    isCodeHeld: false,
    codeSecondsLeft: 270,
    pairingHistory: [],
  })
  const { pairingHistory, codeSecondsLeft } = await untilFlowIsThere(house)
  expect(pairingHistory).toEqual([{ pairingTopic: pairing?.pairingTopic, stage: 'proposed', session: undefined }])
  expect(pairingOf(linker)).toEqual(pairing)
  expect(codeSecondsLeft).toBe(270)
  // The code on screen is never removed or replaced.
  const uris = seen.map(({ pairingUri }) => pairingUri)
  expect(new Set(uris.slice(uris.findIndex((uri) => uri !== undefined)))).toEqual(new Set([pairing?.pairingUri]))
  await timers.advance(0)
  await expect.poll(() => sockets.length).toBeGreaterThan(0)
})

test('firstCode: without preload it comes by itself, with the events in between', async () => {
  const house = start()
  house.linker.open()
  house.linker.showView({ name: 'Qrcode' })
  const { pairingUri } = await untilState(house.linker, (state) => state.pairingUri !== undefined)
  const state = await untilFlowIsThere(house)
  expect(state).toMatchObject({ pairingUri, view: { name: 'Qrcode' } })
})

test('firstCode: fetches the rest only once the page has the parts that draw the code', async () => {
  const house = start()
  const { linker, timers } = house
  await linker.preload()
  let draw = () => {}
  linker.fetchAfter?.(
    new Promise<void>((resolve) => {
      draw = resolve
    }),
  )
  linker.open()
  await timers.advance(10_000)
  expect(timers.open()).toBe(0)
  expect(linker.getState()).toMatchObject({ flow: { status: 'choosing' }, pairingHistory: [] })
  draw()
  await untilFlowIsThere(house)
})

test('firstCode: waits until the link API knows the visitor, and then never again', async () => {
  const house = start({ link: { url: '/link' } })
  const { linker, seen, timers, answer } = house
  await linker.preload()
  linker.open()
  expect(linker.getState().isCodeHeld).toBe(true)
  await timers.advance(400)
  expect(linker.getState()).toMatchObject({ isCodeHeld: true, pairingHistory: [] })
  answer(200)
  await untilState(linker, ({ isCodeHeld }) => isCodeHeld === false)
  const at = seen.length
  await untilFlowIsThere(house)
  await timers.advance(600)
  expect(seen.slice(at).filter(({ isCodeHeld }) => isCodeHeld)).toEqual([])
})

test('firstCode: a slow link API does not delay it; its late refusal counts', async () => {
  const house = start({ link: { url: '/link' } })
  const { linker, seen, timers, answer } = house
  await linker.preload()
  linker.open()
  await timers.advance(500)
  expect(linker.getState().isCodeHeld).toBe(false)
  const at = seen.length
  await untilFlowIsThere(house)
  expect(seen.slice(at).filter(({ isCodeHeld }) => isCodeHeld)).toEqual([])
  answer(401)
  await untilState(linker, ({ flow }) => flow.status === 'failed' && flow.error.code === 'sign_in_needed')
})

test('firstCode: a visitor who is not signed in never sees it', async () => {
  const { linker, seen, answer } = start({ link: { url: '/link' } })
  await linker.preload()
  linker.open()
  answer(401)
  await untilState(linker, ({ flow }) => flow.status === 'failed' && flow.error.code === 'sign_in_needed')
  const shown = seen.filter(
    ({ flow, pairingUri, isCodeHeld }) => flow.status === 'choosing' && pairingUri && !isCodeHeld,
  )
  expect(shown).toEqual([])
})

test('firstCode: closed before the flow came, it is gone; the next opening has another', async () => {
  const house = start()
  const { linker, timers } = house
  await linker.preload()
  linker.open()
  const first = pairingOf(linker)
  linker.close()
  expect(linker.getState()).toMatchObject({
    flow: { status: 'closed' },
    pairingUri: undefined,
    codeSecondsLeft: undefined,
  })
  await timers.advance(10_000)
  expect(linker.getState().pairingHistory).toEqual([])
  linker.open()
  await untilState(linker, ({ pairingUri }) => pairingUri !== undefined)
  expect(pairingOf(linker)?.pairingUri).not.toBe(first?.pairingUri)
  const { pairingHistory } = await untilFlowIsThere(house)
  expect(pairingHistory.map(({ pairingTopic }) => pairingTopic)).toEqual([pairingOf(linker)?.pairingTopic])
})

test('firstCode: its link is copied within the press, and the toast follows', async () => {
  const house = start()
  const { linker, copied } = house
  await linker.preload()
  linker.open()
  linker.copyLink()
  expect(copied).toEqual([linker.getState().pairingUri])
  await untilFlowIsThere(house)
  await untilState(linker, ({ toast }) => toast?.message === 'linkCopied')
  expect(copied).toHaveLength(1)
})

test('firstCode: a first copy that fails is tried again by the flow', async () => {
  const texts: string[] = []
  const copyText = async (text: string) => {
    if (texts.push(text) === 1) throw new Error('not now')
  }
  const house = start({ world: { copyText } })
  await house.linker.preload()
  house.linker.open()
  house.linker.copyLink()
  await untilFlowIsThere(house)
  await untilState(house.linker, ({ toast }) => toast?.message === 'linkCopied')
  expect(new Set(texts)).toEqual(new Set([house.linker.getState().pairingUri]))
})

test('firstCode: with one-tap its pairing takes the wallet’s signature with the approval', async () => {
  const { linker } = start({ link: { url: '/link', oneTap: true } })
  await linker.preload()
  linker.open()
  expect(linker.getState().pairingUri).toContain('methods=wc_sessionAuthenticate')
  linker.close()
  linker.open({ purpose: { kind: 'signIn' } })
  const { pairingUri } = await untilState(linker, (state) => state.pairingUri !== undefined)
  expect(pairingUri).not.toContain('methods=')
})

test.each<[string, Groups<RelayLinkerOptions>]>([
  ['a phone, which shows wallets first', { world: { platform: android } }],
  ['a relay of the host app’s own, whose code is no first view', { relay: { reach: 'own' } }],
])('firstCode: makes no code on %s: the flow makes its pairing', async (_, more) => {
  const { linker } = start(more)
  await linker.preload()
  linker.open()
  const topic = pairingOf(linker)?.pairingTopic
  expect(topic).not.toBe(undefined)
  expect(linker.getState().pairingHistory.map(({ pairingTopic }) => pairingTopic)).toEqual([topic])
})

test('firstCode: if it can make no code, the flow reports why', async () => {
  const { linker } = start({
    world: {
      randomBytes() {
        throw new Error('no randomness')
      },
    },
  })
  linker.open()
  const { flow } = await untilState(linker, (state) => state.flow.status === 'failed')
  expect(flow).toMatchObject({ error: { kind: 'connectionFailed', message: 'no randomness' } })
})

test('T-66 a code without its flow is a failure within 15 s', async () => {
  const timers = createTimers()
  const settings = { ...readSettings(options), now: timers.now, setTimer: timers.setTimer }
  let state: LinkerState = { ...initialState(settings), flow: { status: 'choosing', pairing: undefined } }
  const failed: string[] = []
  const firstCode = await prepareFirstCode(settings, {
    openState: () => state,
    update(change) {
      state = { ...state, ...change }
    },
    drawing: () => Promise.resolve(),
    load() {},
    fail: (message) => failed.push(message),
  })
  firstCode.show({ kind: 'link' }, undefined)
  await timers.advance(6_999)
  expect(failed).toEqual([])
  await timers.advance(8_000)
  expect(failed).toEqual(['The code behind the QR code has not come in time.'])
})
