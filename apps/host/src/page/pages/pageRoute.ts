import { useSyncExternalStore } from 'react'

/** The pages a visitor can be on. Each page has its own address, so that links, Back and reload work as usual. */
export const pageRoutes = ['wallets', 'activity', 'sessions', 'sign-up', 'sign-in'] as const

export type PageRoute = (typeof pageRoutes)[number]

/** The page that a fragment (`#sessions`) names; the wallets when it names none. */
export function parseRoute(hash: string): PageRoute {
  return pageRoutes.find((route) => hash === `#${route}`) ?? 'wallets'
}

/** The page that the address names now. */
export function useRoute(): PageRoute {
  return useSyncExternalStore(subscribe, () => parseRoute(location.hash))
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
