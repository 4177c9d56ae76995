import { parseListing } from '@hawser/wire'
import { expect, onTestFinished, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { createFlowLinker } from './createFlowLinker.ts'
import { android, createScriptedConnector } from './linker.fixture.ts'

const rainbow = parseListing({ id: 'rainbow', name: 'Rainbow', mobile: { native: 'rainbow://' } })

test('work that waits for the lists’ code does nothing after closing or stopping', async () => {
  for (const end of ['closed', 'stopped'] as const) {
    const timers = createTimers()
    const asked: string[] = []
    const opened: unknown[] = []
    const scope = new EventTarget()
    scope.addEventListener('eip6963:requestProvider', ({ type }) => asked.push(type))
    const linker = await createFlowLinker({
      relayUrl: 'wss://relay.example',
      relayReach: 'network',
      metadata: { name: 'Our App', description: '', url: 'https://app.example', icons: [] },
      chains: ['eip155:1'],
      registryUrl: 'https://registry.example',
      connector: createScriptedConnector(timers).connector,
      platform: android,
      now: timers.now,
      // Work for the next task runs at once, so the test waits only for the code of the lists.
      setTimer(callback, delayMs) {
        if (delayMs > 0) return timers.setTimer(callback, delayMs)
        callback()
        return () => {}
      },
      extensionScope: scope,
      openLink: (link) => opened.push(link),
      fetch: async (input) => {
        asked.push(String(input))
        return Response.json({ listings: [], total: 0, page: 1 })
      },
    })
    onTestFinished(() => linker.stop())
    linker.send({ type: 'opened' })
    linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
    linker.send({ type: 'walletChosen', listing: rainbow })
    if (end === 'closed') linker.send({ type: 'closed' })
    else linker.stop()
    await Promise.all([import('../wallets/catalog.ts'), import('../wallets/explorer/explorer.ts')])
    await timers.advance(10_000)
    expect([end, asked, opened, timers.open()]).toEqual([end, [], [], 0])
  }
})
