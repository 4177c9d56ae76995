import { join } from 'node:path'
import {
  type ChainId,
  createLinker,
  type Linker,
  type LinkerState,
  type LinkPurpose,
  type RelayLinkerOptions,
} from '@hawser/core'
import { createLink, type Link, type LinkOptions, openSqliteLinkStore } from '@hawser/link'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { untilFlow, untilState } from '@hawser/test-kit/untilState'
import { unlimited } from '../../packages/link/src/options/unlimited.fixture.ts'

/** A host app's page and its link API, both in this process. Alice is signed in. */
export type LinkPage = {
  readonly linker: Linker
  readonly link: Link
  /** Opens the modal, and resolves to the code that a wallet scans once the relay has stored the proposal. */
  open(purpose?: LinkPurpose): Promise<string>
  /** Makes the page list the linked wallets. */
  list(): Promise<void>
  /** Resolves once linking has succeeded or failed. */
  ended(): Promise<LinkerState['flow']>
  stop(): Promise<void>
}

export const origin = 'http://localhost:4400'
/** Starts the page and the link API on a SQLite file of their own. */
export async function startLinkPage(
  relayUrl: string,
  chains: readonly ChainId[],
  more: Groups<RelayLinkerOptions> = {},
  linkOptions: Partial<LinkOptions> = {},
): Promise<LinkPage> {
  const folder = temporaryFolder()
  const store = await openSqliteLinkStore({ file: join(folder, 'link.sqlite') })
  const link = createLink({
    store,
    rateLimits: unlimited,
    domain: 'localhost:4400',
    uri: `${origin}/`,
    chains,
    allowedOrigins: [origin],
    hostUser: async () => ({ id: 'alice', label: 'alice' }),
    ...linkOptions,
  })
  const linker = createLinker(
    mergeGroups<RelayLinkerOptions>(
      {
        relay: { url: relayUrl },
        link: { url: `${origin}/link` },
        chains,
        metadata: { name: 'Our App', description: '', url: origin, icons: [] },
        world: {
          platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
          createWebSocket,
          fetch: (input, init) => {
            const request = new Request(input, init)
            const headers = new Headers(request.headers)
            headers.set('origin', origin)
            return link.fetch(
              new Request(request.url.replace(`${origin}/link`, origin), new Request(request, { headers })),
            )
          },
        },
      },
      more,
    ),
  )
  return {
    linker,
    link,
    async list() {
      linker.loadLinkedWallets()
      await untilState(linker, ({ linkedWallets }) => linkedWallets.status === 'ready')
    },
    async open(purpose) {
      linker.close()
      linker.open({ purpose })
      const { pairingUri } = await untilState(
        linker,
        (state) => state.pairingUri !== undefined && state.relay === 'acknowledged',
      )
      return pairingUri ?? ''
    },
    ended: () => untilFlow(linker, 'linked', 'failed'),
    async stop() {
      linker.stop()
      await store.stop()
    },
  }
}
