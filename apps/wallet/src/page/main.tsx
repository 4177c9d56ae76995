import { createWebStorage } from '@hawser/sign'
import { checkOrigin } from '@hawser/sign/origin'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { claimTab } from './claimTab.ts'
import { createDemoWallet } from './createDemoWallet.ts'
import { loadConfig } from './loadConfig.ts'
import { loadWords } from './messages/loadWords.ts'
import { takePairingUri } from './pairingLink.ts'
import { registerWorker } from './registerWorker.ts'
import { Frame, Waiting } from './screens/parts.tsx'
import { UnavailableScreen } from './screens/plainScreens.tsx'
import { WordsProvider } from './words.ts'
import './styles.css'

// First of all: the address bar may hold a key.
const pairingUri = takePairingUri(globalThis)

const container = document.getElementById('wallet')
if (container === null) throw new Error('index.html has no element "wallet".')
const root = createRoot(container)
const reading = loadConfig((input) => fetch(input))
const words = await loadWords(navigator.languages)
document.documentElement.lang = words.locale
document.documentElement.dir = words.messages.direction
const show = (content: ReactNode) =>
  root.render(
    <StrictMode>
      <WordsProvider value={words}>{content}</WordsProvider>
    </StrictMode>,
  )
const showFrame = (content: ReactNode) =>
  show(
    <Frame relay="disconnected" isLive={false}>
      {content}
    </Frame>,
  )
showFrame(<Waiting title={words.messages.opening} />)
const config = await reading
if (config === undefined) {
  showFrame(<UnavailableScreen />)
} else {
  const { relayUrl, originChecks } = config
  const wallet = createDemoWallet({
    relayUrl,
    url: location.origin,
    storage: createWebStorage(() => localStorage, 'hawser-wallet:'),
    copyText: (text) => navigator.clipboard.writeText(text),
    ...(originChecks && {
      checkOrigin: (claim, signal) => checkOrigin({ ...claim, ...originChecks, signal }),
    }),
    claim: (onTakenOver) => claimTab(navigator.locks, onTakenOver),
  })
  if (pairingUri !== undefined) wallet.send({ type: 'linkGiven', text: pairingUri })
  show(<App wallet={wallet} />)
}
// Not before the page has what it needs itself. Plain http on another machine's address has no workers.
if (document.readyState !== 'complete')
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
await registerWorker(navigator.serviceWorker, Reflect.get(globalThis, 'trustedTypes'))
