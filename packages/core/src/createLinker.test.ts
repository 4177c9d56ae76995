import { expect, onTestFinished, test } from 'vitest'
import { createLinker } from './createLinker.ts'
import { createTimers } from './createTimers.conformance.ts'
import type { LinkerOptions } from './linkerOptions.ts'
import type { Linker, LinkerState } from './linkerState.ts'
import { createScriptedConnector, desktop } from './testLinker.conformance.ts'

function start(more: Partial<LinkerOptions> = {}) {
  const timers = createTimers()
  const { connector, pairings } = createScriptedConnector(timers)
  const asked: string[] = []
  const linker = createLinker({
    relayUrl: 'wss://relay.example',
    metadata: { name: 'Our App', description: '', url: 'https://app.example', icons: [] },
    chains: ['eip155:1'],
    connector,
    platform: desktop,
    now: timers.now,
    setTimer: timers.setTimer,
    fetch: async (input) => {
      asked.push(String(input))
      return Response.json({ wallets: [] })
    },
    ...more,
  })
  onTestFinished(() => linker.stop())
  return { linker, pairings, timers, asked }
}

/** Resolves with the first state for which `is` holds. */
function until(linker: Linker, is: (state: LinkerState) => boolean): Promise<LinkerState> {
  return new Promise((resolve) => {
    const look = () => {
      if (!is(linker.getState())) return
      undo()
      resolve(linker.getState())
    }
    const undo = linker.subscribe(look)
    look()
  })
}

test('createLinker: opened is shown at once, its code follows, and what came meanwhile is done in order', async () => {
  const { linker, pairings } = start()
  linker.send({ type: 'opened' })
  linker.send({ type: 'viewShown', view: { name: 'Qrcode' } })
  expect(linker.getState().flow).toEqual({ status: 'choosing', pairing: undefined })
  const state = await until(linker, ({ pairingUri }) => pairingUri !== undefined)
  expect(state.view).toEqual({ name: 'Qrcode' })
  expect(pairings).toHaveLength(1)
})

test('createLinker: nobody is told of the steps between: the flow never looks closed while it opens', async () => {
  const { linker } = start()
  const seen: string[] = []
  linker.subscribe(() => seen.push(linker.getState().flow.status))
  linker.send({ type: 'opened' })
  await until(linker, ({ pairingUri }) => pairingUri !== undefined)
  expect(new Set(seen)).toEqual(new Set(['choosing']))
})

test('createLinker: closed before its code was there leaves nothing behind; opened again makes one pairing', async () => {
  const { linker, pairings } = start()
  linker.send({ type: 'opened' })
  linker.send({ type: 'closed' })
  expect(linker.getState().flow).toEqual({ status: 'closed' })
  linker.send({ type: 'opened' })
  await until(linker, ({ pairingUri }) => pairingUri !== undefined)
  expect(pairings.map(({ isCancelled }) => isCancelled)).toEqual([false])
})

test('createLinker: preload asks nothing of anybody, and from then on the code is there when send returns', async () => {
  const { linker, asked, pairings } = start({ registryUrl: 'https://registry.example', linkUrl: '/link' })
  await linker.preload()
  expect(linker.getState().flow).toEqual({ status: 'closed' })
  expect([asked, pairings]).toEqual([[], []])
  linker.send({ type: 'opened' })
  expect(linker.getState().pairingUri).toBe('wc:topic-1@2')
})

test('createLinker: the list of linked wallets is asked for without anything being opened', async () => {
  const { linker, asked } = start({ linkUrl: 'https://app.example/link' })
  linker.send({ type: 'linkedWalletsWanted' })
  expect(linker.getState().linkedWallets.status).toBe('loading')
  await until(linker, ({ linkedWallets }) => linkedWallets.status === 'ready')
  expect(asked).toHaveLength(1)
  expect(linker.getState().flow).toEqual({ status: 'closed' })
})

test('T-17: a framed page does not even fetch the code', () => {
  const { linker, pairings } = start({ isFramed: () => true })
  linker.send({ type: 'opened' })
  expect(linker.getState().flow).toEqual({ status: 'closed' })
  expect(pairings).toEqual([])
})

test('createLinker: stopped while its code is on its way, nothing begins any more', async () => {
  const { linker, pairings } = start()
  linker.send({ type: 'opened' })
  linker.stop()
  await import('./createFlowLinker.ts')
  await Promise.resolve()
  linker.send({ type: 'opened' })
  expect(linker.getState().flow).toEqual({ status: 'closed' })
  expect(pairings).toEqual([])
})

test('createLinker: code that cannot run is a failure with a code, and Retry asks again', async () => {
  const timers = createTimers()
  const { connector } = createScriptedConnector(timers)
  let reads = 0
  const { linker } = start({
    connector: {
      ...connector,
      // First read for the first state, then by the linker's own code.
      get renews() {
        reads += 1
        if (reads === 2) throw new Error('broken')
        return true
      },
    },
  })
  linker.send({ type: 'opened' })
  const { flow } = await until(linker, (state) => state.flow.status === 'failed')
  expect(flow).toMatchObject({ error: { kind: 'connectionFailed', code: 'client_unavailable' } })
  linker.send({ type: 'retried' })
  await until(linker, ({ pairingUri }) => pairingUri !== undefined)
})
