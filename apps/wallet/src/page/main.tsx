import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadConfig } from './loadConfig.ts'
import { Frame } from './parts/Frame.tsx'
import { registerWorker } from './registerWorker.ts'
import { takePairingUri } from './requests/pairingLink.ts'
import { StartingScreen, UnavailableScreen } from './screens/plainScreens.tsx'
import { loadWords } from './words/loadWords.ts'
import { WordsProvider } from './words/words.ts'
import './styles.css'

// First of all: the address bar may hold a key.
const pairingUri = takePairingUri(globalThis)

const container = document.getElementById('wallet')
if (container === null) throw new Error('index.html has no element "wallet".')
const root = createRoot(container)
const reading = loadConfig((input) => fetch(input))
// Most of the page's code, of which the first thing to be seen needs none.
const fetching = import('./openPage.ts').catch((error: unknown) => void console.error(error))
const words = await loadWords(navigator.languages)
document.documentElement.lang = words.locale
document.documentElement.dir = words.messages.direction
const show = (content: ReactNode) =>
  root.render(
    <StrictMode>
      <WordsProvider value={words}>{content}</WordsProvider>
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
// Not before the page has what it needs itself. Plain http on another machine's address has no workers.
if (document.readyState !== 'complete')
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
await registerWorker(navigator.serviceWorker, Reflect.get(globalThis, 'trustedTypes'))
