import { createHandoff, detectPlatform, readPlatformSigns } from '@hawser/core/handoff'
import { drawHandoff } from './drawHandoff.ts'
import './main.css'
import { en } from './texts/en.ts'

const place = document.querySelector('main')
const { href, pathname } = location
// The secret is in nobody's sight and in no history from here on.
history.replaceState(null, '', pathname)
if (place !== null) {
  const handoff = createHandoff({
    linkUrl: pathname.replace(/\/handoff\/?$/, ''),
    address: href,
    scope: window,
    storage: readStorage(),
    platform: detectPlatform(readPlatformSigns()),
    fetch: (...request) => fetch(...request),
    setTimer: (callback, delayMs) => {
      const timer = setTimeout(callback, delayMs)
      return () => clearTimeout(timer)
    },
    now: Date.now,
    onChange: (state) => drawHandoff(place, handoff, en, state),
  })
  drawHandoff(place, handoff, en, handoff.state())
  void handoff.start()
}

/** Refused in some browsers, by throwing: a reload then begins anew. */
function readStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
