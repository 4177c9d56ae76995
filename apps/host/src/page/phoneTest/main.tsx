import '../page.css'
import './phoneTest.css'
import { detectPlatform, readPlatformHints } from '@hawser/core'
import { createRoot } from 'react-dom/client'
import { fetchJson, readField, readText } from '../client/readJson.ts'
import { loadBrowserWallets } from './loadBrowserWallets.ts'
import { PhoneTest } from './PhoneTest.tsx'
import { readResults } from './phoneResults.ts'

const key = 'demo-phone-test'
const platform = detectPlatform(readPlatformHints())

async function show(place: Element): Promise<void> {
  const root = createRoot(place)
  try {
    const registry = readField(await fetchJson('/config.json'), 'registry')
    const wallets = await loadBrowserWallets(readText(registry, 'url'))
    root.render(
      <PhoneTest
        wallets={wallets}
        address={`${location.origin}/`}
        first={readResults(localStorage.getItem(key), platform.isAndroid ? 'android' : 'ios')}
        isPhone={platform.device === 'phone'}
        onKeep={(results) => localStorage.setItem(key, JSON.stringify(results))}
      />,
    )
  } catch (error) {
    console.error(error)
    root.render(
      <main className="page stack">
        <h1>Test on your phone</h1>
        <p role="alert">The registry did not answer. Reload this page when it runs.</p>
      </main>,
    )
  }
}

const place = document.querySelector('#root')
if (place !== null) void show(place)
