import { createWebStorage } from '@hawser/sign'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { claimTab } from './claimTab.ts'
import { createDemoWallet } from './createDemoWallet.ts'
import { loadConfig } from './loadConfig.ts'
import { takePairingUri } from './pairingLink.ts'
import { Frame } from './screens/parts.tsx'
import { UnavailableScreen } from './screens/plainScreens.tsx'
import './styles.css'

// First of all: the address bar may hold a key.
const pairingUri = takePairingUri(globalThis)

const container = document.getElementById('wallet')
if (container === null) throw new Error('index.html has no element "wallet".')
const root = createRoot(container)
const config = await loadConfig((input) => fetch(input))
if (config === undefined) {
  root.render(
    <Frame relay="disconnected" isLive={false}>
      <UnavailableScreen />
    </Frame>,
  )
} else {
  const wallet = createDemoWallet({
    relayUrl: config.relayUrl,
    url: location.origin,
    storage: createWebStorage(() => localStorage, 'hawser-wallet:'),
    copyText: (text) => navigator.clipboard.writeText(text),
    claim: (onTakenOver) => claimTab(navigator.locks, onTakenOver),
  })
  if (pairingUri !== undefined) wallet.send({ type: 'linkGiven', text: pairingUri })
  root.render(
    <StrictMode>
      <App wallet={wallet} />
    </StrictMode>,
  )
}
