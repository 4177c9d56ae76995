import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadConfig } from './loadConfig.ts'
import { Frame } from './parts/Frame.tsx'
import { registerWorker } from './registerWorker.ts'
import { takePairingUri } from './requests/pairingLink.ts'
import { StartingScreen, UnavailableScreen } from './screens/plainScreens.tsx'
import { loadWords } from './words/loadWords.ts'
import { WordsContext } from './words/words.ts'
import './styles.css'

// This comes first, because the address bar can contain a key.
const pairingUri = takePairingUri(globalThis)

const container = document.getElementById('wallet')
if (container === null) throw new Error('index.html has no element "wallet".')
const root = createRoot(container)
const reading = loadConfig((input) => fetch(input))
// Most of the page's code. The first screen does not need it.
const fetching = import('./openPage.ts').catch((error: unknown) => void console.error(error))
const words = await loadWords(navigator.languages)
document.documentElement.lang = words.locale
document.documentElement.dir = words.messages.direction
const show = (content: ReactNode) =>
  root.render(
    <StrictMode>
      <WordsContext value={words}>{content}</WordsContext>
    </StrictMode>,
  )
show(
  <Frame>
    <StartingScreen />
  </Frame>,
)
const [config, page] = await Promise.all([reading, fetching])
show(
  config === undefined || page === undefined ? (
    <Frame>
      <UnavailableScreen />
    </Frame>
  ) : (
    await page.openPage(config, pairingUri)
  ),
)
// Waits until the page itself has loaded. A page over plain http from another machine has no workers.
if (document.readyState !== 'complete')
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
await registerWorker(navigator.serviceWorker, Reflect.get(globalThis, 'trustedTypes'))
