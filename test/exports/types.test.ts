import {
  type ClientLinker,
  createLinker,
  type FlowFailure,
  type Linker,
  type LinkerOptions,
  type LinkerState,
  type LinkPurpose,
} from '@hawser/core'
import { createProvider, type Eip1193Provider } from '@hawser/core/provider'
import { createModal, type Modal } from '@hawser/modal'
import { type LinkedWalletsControl, type useLinkedWallets, useLinker } from '@hawser/react'
import { createDappClient, type DappClient } from '@hawser/sign'
import type { hawser } from '@hawser/wagmi'
import type { CreateConnectorFn } from '@wagmi/core'
import { expect, expectTypeOf, test } from 'vitest'

// The compiler checks these tests with all other sources. Running them only shows that the entries can be imported.

const metadata = { name: 'App', description: '', icons: [] }
const relay = { url: 'wss://relay.example' }
const given = (_: LinkerOptions) => undefined

test('types: the options of a linker are in groups, and a group states its required fields', () => {
  expectTypeOf(createLinker).parameter(0).toEqualTypeOf<LinkerOptions>()
  expectTypeOf(createLinker).returns.toEqualTypeOf<ClientLinker>()
  given({ relay, metadata, chains: ['eip155:1'] })
  given({ relay: { url: ['wss://a.example', 'wss://b.example'] }, metadata, chains: ['eip155:1'] })
  // @ts-expect-error a relay, or a connector of the page's own
  given({ metadata, chains: ['eip155:1'] })
  // @ts-expect-error a chain has a namespace
  given({ relay, metadata, chains: ['ethereum'] })
  // @ts-expect-error the link API has an address
  given({ relay, metadata, chains: ['eip155:1'], link: { oneTap: true } })
  // @ts-expect-error a key signs the list of a registry
  given({ relay, metadata, chains: ['eip155:1'], registry: { key: 'ab' } })
  // @ts-expect-error the connector has a relay of its own
  given({ connector: {} as never, relay, chains: ['eip155:1'] })
  // @ts-expect-error options that are not in a group are of an earlier version
  given({ relayUrl: 'wss://relay.example', metadata, chains: ['eip155:1'] })
  expect(createLinker).toBeTypeOf('function')
})

test('types: a linker has methods, and its events stay inside', () => {
  expectTypeOf<Parameters<Linker['open']>[0]>().toEqualTypeOf<
    { readonly purpose?: LinkPurpose | undefined } | undefined
  >()
  expectTypeOf<Linker['close']>().toEqualTypeOf<() => void>()
  expectTypeOf<Linker['unlink']>().parameters.toEqualTypeOf<[id: string]>()
  expectTypeOf<keyof Linker>().extract<'send'>().toBeNever()
  expectTypeOf<Linker['getState']>().returns.toEqualTypeOf<LinkerState>()
  expectTypeOf<Linker['preload']>().returns.toEqualTypeOf<Promise<void>>()
  // A click handler can be this method itself.
  expectTypeOf<Linker['close']>().toExtend<(event: MouseEvent) => void>()
})

test('types: the flow is a union that a switch narrows', () => {
  const told = (flow: LinkerState['flow']): string | undefined => {
    switch (flow.status) {
      case 'failed':
        expectTypeOf(flow.error).toEqualTypeOf<FlowFailure>()
        return flow.error.code
      case 'linked':
        return flow.wallet.accountId
      default:
        return undefined
    }
  }
  expect(told({ status: 'closed' })).toBeUndefined()
})

test('types: hooks of React give the linker, a part of its state, and the linked wallets', () => {
  expectTypeOf<ReturnType<typeof useLinkedWallets>>().toEqualTypeOf<LinkedWalletsControl>()
  const _linker = () => useLinker()
  const _status = () => useLinker((state) => state.flow.status)
  expectTypeOf(_linker).returns.toEqualTypeOf<Linker>()
  expectTypeOf(_status).returns.toEqualTypeOf<LinkerState['flow']['status']>()
})

test('types: modal, provider, connector and client', () => {
  expectTypeOf(createModal).returns.toEqualTypeOf<Modal>()
  expectTypeOf<Parameters<Modal['open']>[0]>().toEqualTypeOf<
    { readonly purpose?: LinkPurpose | undefined } | undefined
  >()
  expectTypeOf(createProvider).returns.toEqualTypeOf<Eip1193Provider>()
  expectTypeOf<ReturnType<typeof hawser>>().toExtend<CreateConnectorFn<Eip1193Provider>>()
  expectTypeOf(createDappClient).returns.toEqualTypeOf<DappClient>()
})
