const longestWaitMs = 4000

/** Calls `callback` once the page has loaded and the browser is idle. Returns a function that cancels the call. */
export function whenIdle(callback: () => void): () => void {
  let cancel = () => {}
  const wait = () => {
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(callback, { timeout: longestWaitMs })
      cancel = () => cancelIdleCallback(handle)
    } else {
      const timer = setTimeout(callback, longestWaitMs / 4)
      cancel = () => clearTimeout(timer)
    }
  }
  if (document.readyState === 'complete') wait()
  else {
    addEventListener('load', wait, { once: true })
    cancel = () => removeEventListener('load', wait)
  }
  return () => cancel()
}
