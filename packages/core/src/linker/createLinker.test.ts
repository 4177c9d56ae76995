import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import { untilState } from '@hawser/test-kit/untilState'
import { expect, onTestFinished, test } from 'vitest'
import type { PairingConnector } from '../connectors/pairingConnector.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createLinker } from './createLinker.ts'
import { createScriptedConnector, desktop } from './linker.fixture.ts'
import type { ConnectorLinkerOptions } from './options/linkerOptions.ts'
import type { Linker } from './state.ts'

function start(more: Groups<ConnectorLinkerOptions> = {}) {
  const timers = createTimers()
  const { connector, pairings } = createScriptedConnector(timers)
  const asked: string[] = []
  const linker = createLinker(
    mergeGroups<ConnectorLinkerOptions>(
      {
        metadata: { name: 'Our App', description: '', url: 'https://app.example', icons: [] },
        chains: ['eip155:1'],
        connector,
        world: {
          platform: desktop,
          now: timers.now,
          setTimer: timers.setTimer,
          fetch: async (input) => {
            asked.push(String(input))
            return Response.json({ wallets: [] })
          },
        },
      },
      more,
    ),
  )
  onTestFinished(() => linker.stop())
  return { linker, pairings, timers, asked }
}

/** Creates a connector whose nth read throws. The initial state is the first reader. */
function createBrokenOnce(nth: number): PairingConnector {
  const { connector } = createScriptedConnector(createTimers())
  let reads = 0
  return {
    ...connector,
    get renews() {
      reads += 1
      if (reads === nth) throw new Error('broken')
      return true
    },
  }
}

test('createLinker: opened shows at once; its code follows, then the events in between', async () => {
  const { linker, pairings } = start()
  linker.open()
  linker.showView({ name: 'Qrcode' })
  expect(linker.getState().flow).toEqual({ status: 'choosing', pairing: undefined })
  const state = await untilState(linker, ({ pairingUri }) => pairingUri !== undefined)
  expect(state.view).toEqual({ name: 'Qrcode' })
  expect(pairings).toHaveLength(1)
})

test('createLinker: the purpose shows at once, and Retry keeps it', async () => {
  const { linker } = start({ connector: createBrokenOnce(2) })
  linker.open({ purpose: { kind: 'signIn' } })
  expect(linker.getState()).toMatchObject({ purpose: { kind: 'signIn' }, flow: { status: 'choosing' } })
  await untilState(linker, ({ flow }) => flow.status === 'failed')
  linker.retry()
  const state = await untilState(linker, ({ pairingUri }) => pairingUri !== undefined)
  expect(state.purpose).toEqual({ kind: 'signIn' })
  linker.close()
  linker.open()
  expect(linker.getState().purpose).toEqual({ kind: 'link' })
})

test('createLinker: the flow never looks closed while it opens', async () => {
  const { linker } = start()
  const seen: string[] = []
  linker.subscribe(() => seen.push(linker.getState().flow.status))
  linker.open()
  await untilState(linker, ({ pairingUri }) => pairingUri !== undefined)
  expect(new Set(seen)).toEqual(new Set(['choosing']))
})

test('createLinker: closed before its code came leaves nothing; reopened makes one pairing', async () => {
  const { linker, pairings } = start()
  linker.open()
  linker.close()
  expect(linker.getState().flow).toEqual({ status: 'closed' })
  linker.open()
  await untilState(linker, ({ pairingUri }) => pairingUri !== undefined)
  expect(pairings.map(({ isCancelled }) => isCancelled)).toEqual([false])
})

test('createLinker: preload sends nothing; afterwards the code is there when send returns', async () => {
  const { linker, asked, pairings } = start({
    registry: { url: 'https://registry.example' },
    link: { url: '/link' },
  })
  await linker.preload()
  expect(linker.getState().flow).toEqual({ status: 'closed' })
  expect([asked, pairings]).toEqual([[], []])
  linker.open()
  expect(linker.getState().flow).toMatchObject({ pairing: { pairingUri: 'wc:topic-1@2' } })
  expect(asked).toEqual(['/link/wallets'])
  await untilState(linker, ({ pairingUri }) => pairingUri === 'wc:topic-1@2')
})

test('createLinker: requests the list of linked wallets without an opening', async () => {
  const { linker, asked } = start({
    link: { url: 'https://app.example/link' },
  })
  linker.loadLinkedWallets()
  expect(linker.getState().linkedWallets.status).toBe('loading')
  await untilState(linker, ({ linkedWallets }) => linkedWallets.status === 'ready')
  expect(asked).toHaveLength(1)
  expect(linker.getState().flow).toEqual({ status: 'closed' })
})

test('createLinker: requests the history before anything else, and without the list', async () => {
  const { linker, asked } = start({
    link: { url: 'https://app.example/link' },
  })
  linker.loadHistory()
  const { linkedWallets } = await untilState(linker, (state) => state.linkedWallets.history?.status === 'failed')
  expect(linkedWallets).toMatchObject({ status: 'idle', wallets: [], error: undefined })
  expect(asked).toEqual(['https://app.example/link/history?limit=25'])
})

test('createLinker: requests for a linked wallet wait for the code, open or closed', async () => {
  const { linker, asked } = start({
    link: { url: 'https://app.example/link' },
  })
  linker.changeLinkedWallet('w1', { label: 'Mine' })
  linker.close()
  await untilState(linker, ({ linkedWallets }) => linkedWallets.actions?.w1?.status === 'failed')
  expect(asked[0]).toBe('https://app.example/link/wallets/w1')
  expect(linker.getState().flow).toEqual({ status: 'closed' })
})

test('T-17: a framed page does not even fetch the code', () => {
  const { linker, pairings } = start({
    world: { isFramed: () => true },
  })
  linker.open()
  expect(linker.getState().flow).toEqual({ status: 'closed' })
  expect(pairings).toEqual([])
})

test('createLinker: stopped while its code loads, nothing starts any more', async () => {
  const { linker, pairings } = start()
  linker.open()
  linker.stop()
  await import('./createFlowLinker.ts')
  await Promise.resolve()
  linker.open()
  expect(linker.getState().flow).toEqual({ status: 'closed' })
  expect(pairings).toEqual([])
})

test('createLinker: code that cannot run is a failure with a code, and Retry loads it again', async () => {
  const { linker } = start({ connector: createBrokenOnce(2) })
  linker.open()
  const { flow } = await untilState(linker, (state) => state.flow.status === 'failed')
  expect(flow).toMatchObject({ error: { kind: 'connectionFailed', code: 'client_unavailable' } })
  linker.retry()
  await untilState(linker, ({ pairingUri }) => pairingUri !== undefined)
})

test('createLinker: code that loads for another reason opens a failed opening', async () => {
  const { linker } = start({ connector: createBrokenOnce(2) })
  linker.open()
  await untilState(linker, ({ flow }) => flow.status === 'failed')
  const seen: string[] = []
  linker.subscribe(() => seen.push(linker.getState().flow.status))
  await linker.preload()
  expect(linker.getState()).toMatchObject({ flow: { status: 'choosing' }, pairingUri: 'wc:topic-1@2' })
  expect(new Set(seen)).toEqual(new Set(['choosing']))
})

test('T-66 code that breaks on waiting work is a failure too, never an endless wait', async () => {
  let watched = 0
  const { linker } = start({
    world: {
      watchVisibility() {
        watched += 1
        if (watched === 1) throw new Error('broken')
        return () => {}
      },
    },
  })
  linker.open()
  await untilState(linker, ({ flow }) => flow.status === 'failed')
  linker.retry()
  await untilState(linker, ({ pairingUri }) => pairingUri !== undefined)
})

test('createLinker: reports a throwing listener; others are called, and a code renews', async () => {
  const { linker, timers, pairings } = start()
  const uncaught: unknown[] = []
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => uncaught.push(error))
  try {
    linker.subscribe(() => {
      throw new Error('the host’s own')
    })
    let told = 0
    linker.subscribe(() => {
      told += 1
    })
    await linker.preload()
    linker.open()
    await timers.advance(270_000)
    expect(told).toBeGreaterThan(270)
    expect(pairings).toHaveLength(2)
    expect(uncaught).toContainEqual(new Error('the host’s own'))
    linker.stop()
    await timers.settle()
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const other of others) process.on('uncaughtException', other)
  }
})

test('createLinker: client() fetches its code; not with a page’s connector or after stop()', async () => {
  const { linker, asked } = start()
  expect(await linker.client()).toBe(undefined)
  expect([linker.getState().flow.status, asked]).toEqual(['closed', []])
  const stopped = start().linker
  stopped.stop()
  expect(await stopped.client()).toBe(undefined)
})

/** Wraps an object as Vue's `reactive` and Immer's drafts do: in a proxy, with a proxy around every object read through it. */
function wrap<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name, receiver) {
      const value = Reflect.get(object, name, receiver)
      return typeof value === 'object' && value !== null ? wrap(value) : value
    },
  })
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const each of Object.values(value)) freeze(each)
}

test.each<[string, (linker: Linker) => Linker]>([
  ['in a proxy', wrap],
  ['frozen', Object.freeze],
  ['copied', (linker) => ({ ...linker })],
])('F27 createLinker: works as before: %s, or destructured', async (_, change) => {
  const { linker, pairings } = start()
  const { open, getState, subscribe } = change(linker)
  // Stores of other libraries freeze and copy the states they contain.
  subscribe(() => freeze(getState()))
  subscribe(() => expect(structuredClone(getState())).toEqual(getState()))
  open()
  await untilState({ getState, subscribe }, ({ pairingUri }) => pairingUri !== undefined)
  pairings[0]?.reject(new Error('declined'))
  await untilState(change(linker), ({ flow }) => flow.status === 'failed')
  change(linker).retry()
  await untilState(linker, ({ flow }) => flow.status === 'choosing')
  change(linker).close()
  expect(getState().flow).toEqual({ status: 'closed' })
  linker.stop()
})
