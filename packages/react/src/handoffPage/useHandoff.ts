import { createHandoff, detectPlatform, type Handoff, type HandoffState, readPlatformHints } from '@hawser/core/handoff'
import { useEffect, useMemo, useRef, useState } from 'react'

export type HandoffPageOptions = {
  /** The mount path of the link API, absolute or relative to the page. */
  readonly linkUrl: string
  /** The fetch function for the link API. Default: the browser's `fetch`. */
  readonly fetch?: typeof fetch
}

/** The phone's side of a handoff, for a page to render: its state and the visitor's actions. */
export type HandoffPage = Pick<Handoff, 'requestLinks' | 'choose' | 'approve' | 'decline'> & {
  readonly state: HandoffState
}

const first: HandoffState = { step: 'waiting', for: 'server' }

/**
 * The phone's side of a handoff on your own page at `handoff.pageUrl`, in place of the page that the link API serves. Removes
 * the token from the address bar. This package's README says what such a page must send and leave out.
 * @example
 * const { state, choose, approve, decline } = useHandoff({ linkUrl: '/api/link' })
 * if (state.step === 'start') return state.wallets.map(({ rdns, name }) => <button onClick={() => choose(rdns)}>{name}</button>)
 */
export function useHandoff({ linkUrl, fetch = ownFetch }: HandoffPageOptions): HandoffPage {
  // Stored, because an effect that runs again finds the address without its token.
  const [address, setAddress] = useState(readAddress)
  const [state, setState] = useState(first)
  const handoff = useRef<Handoff>(undefined)
  const asked = useRef(fetch)
  asked.current = fetch

  useEffect(() => {
    takeTokenOut()
    const made = createHandoff({
      linkUrl,
      address,
      scope: window,
      storage: readStorage(),
      platform: detectPlatform(readPlatformHints()),
      fetch: (...request) => asked.current(...request),
      setTimer: (callback, delayMs) => {
        const timer = setTimeout(callback, delayMs)
        return () => clearTimeout(timer)
      },
      now: Date.now,
      onChange: setState,
    })
    handoff.current = made
    void made.start()
    return () => made.stop()
  }, [linkUrl, address])

  // Another code opened in the same tab changes only the fragment.
  useEffect(() => {
    const read = () => setAddress(location.href)
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])

  const actions = useMemo(
    () => ({
      requestLinks: async () => handoff.current?.requestLinks(),
      choose: async (rdns: string) => handoff.current?.choose(rdns),
      approve: async (namespace: string) => handoff.current?.approve(namespace),
      decline: async () => handoff.current?.decline(),
    }),
    [],
  )
  return { state, ...actions }
}

const ownFetch: typeof fetch = (...request) => fetch(...request)

/** Reads the address with its token. Empty on a server, which never receives the fragment. */
function readAddress(): string {
  return typeof location === 'undefined' ? '' : location.href
}

/** Removes the token from the address bar. Keeps `history.state`, which belongs to the page's router. */
function takeTokenOut(): void {
  const url = new URL(location.href)
  url.searchParams.delete('h')
  history.replaceState(history.state, '', url.pathname + url.search)
}

/** Session storage, or undefined in a browser that throws when it refuses access: a reload then starts over. */
function readStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
