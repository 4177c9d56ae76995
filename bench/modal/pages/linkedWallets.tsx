import { createLinker } from '@hawser/core'
import { LinkerProvider } from '@hawser/react'
import '@hawser/react/button.css'
import { LinkedWallets } from '@hawser/react/linked-wallets'
import '@hawser/react/linked-wallets.css'
import { createRoot } from 'react-dom/client'
import { readAddresses } from './readAddresses.ts'

/** The list of a user's linked wallets as a host app mounts it. The bench calls `drawList` and `renameWallet`. */
const { relayUrl, registryUrl } = readAddresses()
const linker = createLinker({
  relay: { url: relayUrl, reach: 'network' },
  registry: { url: registryUrl },
  link: { url: new URLSearchParams(location.search).get('link') ?? '' },
  chains: ['eip155:1'],
  metadata: { name: 'Bench', description: 'A page that links a wallet', url: location.origin, icons: [] },
})
const container = document.getElementById('root')
const root = container === null ? undefined : createRoot(container)
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
let drawn = 0

/** Draws the list again, and resolves in the second frame that shows this many wallets. */
async function drawList(wallets: number): Promise<void> {
  drawn += 1
  root?.render(
    <LinkerProvider linker={linker} preload="intent">
      <div id={`list-${drawn}`} key={drawn}>
        <LinkedWallets hasHistory={false} />
      </div>
    </LinkerProvider>,
  )
  const rows = () => document.getElementById(`list-${drawn}`)?.querySelector('ul')?.childElementCount
  while (rows() !== wallets) await nextFrame()
  await nextFrame()
}

/** Renames the first wallet, and resolves in the second frame after the server has answered. */
async function renameWallet(label: string): Promise<void> {
  const id = linker.getState().linkedWallets.wallets[0]?.id ?? ''
  await new Promise<void>((resolve) => {
    const stop = linker.subscribe(() => {
      if (linker.getState().linkedWallets.wallets[0]?.label !== label) return
      stop()
      resolve()
    })
    linker.changeLinkedWallet(id, { label })
  })
  await nextFrame()
  await nextFrame()
}

Reflect.set(window, 'drawList', drawList)
Reflect.set(window, 'renameWallet', renameWallet)
