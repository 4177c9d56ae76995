import { createHandoff, detectPlatform, readPlatformHints } from '@hawser/core/handoff'
import { createHandoffRenderer } from './draw/createHandoffRenderer.ts'
import './main.css'
import { fetchPageWords, readPageWords } from './pageWords.ts'

const place = document.querySelector('main')
const { href, pathname, host } = location
const page = pathname.replace(/\/$/, '')
const storage = readStorage()
const languageKey = 'hawser-handoff-language'
// Removes the secret from the address bar and the history.
history.replaceState(null, '', pathname)
// The next code can be opened in this tab, where an address that differs only in its fragment loads nothing.
addEventListener('hashchange', () => location.reload())
if (place !== null) {
  const words = readPageWords(document.querySelector('#texts')?.textContent)
  const stage = createHandoffRenderer({
    place,
    words,
    site: host,
    onLanguage: async (language) => {
      const chosen = await fetchPageWords(page, language)
      if (chosen !== undefined) keepLanguage(language)
      return chosen
    },
  })
  const handoff = createHandoff({
    linkUrl: page.replace(/\/handoff$/, ''),
    address: href,
    scope: window,
    storage,
    platform: detectPlatform(readPlatformHints()),
    fetch: (...request) => fetch(...request),
    setTimer: (callback, delayMs) => {
      const timer = setTimeout(callback, delayMs)
      return () => clearTimeout(timer)
    },
    now: Date.now,
    onChange: (state) => stage.show(handoff, state),
  })
  stage.show(handoff, handoff.state())
  void handoff.start()
  void speakAsBefore(words.language)

  // After a reload the page comes in the browser's language, not in the chosen one.
  async function speakAsBefore(language: string): Promise<void> {
    const before = storage?.getItem(languageKey) ?? language
    const chosen = before === language ? undefined : await fetchPageWords(page, before)
    if (chosen !== undefined) stage.setLanguage(chosen)
  }
}

/** Remembers the language for a reload. A full storage throws too. */
function keepLanguage(language: string): void {
  try {
    storage?.setItem(languageKey, language)
  } catch {}
}

/** Some browsers refuse storage by throwing: a reload then starts over. */
function readStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
