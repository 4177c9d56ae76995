import './page.css'
import '@hawser/react/styles.css'
import { type ConnectorLinkerOptions, createLinker } from '@hawser/core'
import { createModal } from '@hawser/modal'
import { LinkButton, LinkerProvider, type LinkerProviderProps } from '@hawser/react'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { NeighbourProps } from './neighbour.ts'

// A page with a dialog of another library and ours. `?neighbour=` names the library, `?ours=modal` selects `@hawser/modal`,
// `?inside` puts the provider in that dialog, and `?messages={…}` gives texts of the page's own.
const params = new URLSearchParams(location.search)
const messages = JSON.parse(params.get('messages') ?? '{}')
const neighbours: Readonly<Record<string, () => Promise<{ readonly Neighbour: ComponentType<NeighbourProps> }>>> = {
  radix: () => import('./dialogs/radix.tsx'),
  headlessui: () => import('./dialogs/headlessui.tsx'),
  mui: () => import('./dialogs/mui.tsx'),
  chakra: () => import('./dialogs/chakra.tsx'),
  vaul: () => import('./dialogs/vaul.tsx'),
  reactAria: () => import('./dialogs/reactAria.tsx'),
  native: () => import('./dialogs/native.tsx'),
  muiKept: () => import('./dialogs/muiKept.tsx'),
  faded: () => import('./dialogs/faded.tsx'),
}

/** Sends no requests: the code is that of a pairing that no wallet will answer. */
const options: ConnectorLinkerOptions = {
  metadata: { name: 'Neighbours', description: '', url: location.origin, icons: [] },
  chains: ['eip155:1'],
  world: { extensionScope: new EventTarget() },
  connector: {
    renews: false,
    propose: () => ({
      pairingTopic: 'ab'.repeat(32),
      pairingUri: `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`,
      expiresAt: Date.now() + 300_000,
      published: Promise.resolve(),
      approval: new Promise<never>(() => {}),
      cancel() {},
    }),
    signMessage: () => Promise.reject(new Error('nobody signs')),
    endSession() {},
    stop() {},
  },
}

type Ours = { readonly Frame: ComponentType<{ readonly children: ReactNode }>; readonly Button: ComponentType }

function ofReact(): Ours {
  const linker = createLinker(options)
  const Frame: Ours['Frame'] = ({ children }) => {
    const [theme, setTheme] = useState<Pick<LinkerProviderProps, 'themeMode'>>({})
    useEffect(() => {
      Reflect.set(window, 'setTheme', setTheme)
    }, [])
    return (
      <LinkerProvider linker={linker} messages={messages} {...theme}>
        {children}
      </LinkerProvider>
    )
  }
  return { Frame, Button: LinkButton }
}

function ofModal(): Ours {
  const modal = createModal({ ...options, messages })
  Reflect.set(window, 'setTheme', modal.setTheme)
  const Button = () => (
    <button type="button" onClick={() => modal.open().catch(({ code }) => document.body.append(`rejected: ${code}`))}>
      Link a wallet
    </button>
  )
  return { Frame: ({ children }) => children, Button }
}

const { Frame, Button } = params.get('ours') === 'modal' ? ofModal() : ofReact()
const isInside = params.has('inside')
const load = neighbours[params.get('neighbour') ?? '']
const Neighbour = load === undefined ? undefined : (await load()).Neighbour

function App() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    Reflect.set(window, 'openTheirs', () => setOpen(true))
  }, [])
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open theirs
      </button>
      {!isInside && (
        <p>
          <Button />
        </p>
      )}
      {Neighbour !== undefined && (
        <Neighbour isOpen={isOpen} onClose={() => setOpen(false)}>
          <input aria-label="Their field" />
          {isInside ? (
            <Frame>
              <Button />
            </Frame>
          ) : (
            <Button />
          )}
        </Neighbour>
      )}
    </>
  )
}

const container = document.getElementById('root')
if (container !== null) {
  const page = <App />
  createRoot(container).render(isInside ? page : <Frame>{page}</Frame>)
}
