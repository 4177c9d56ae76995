import { useEffect, useRef } from 'react'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { ActivityPage } from './pages/ActivityPage.tsx'
import { PageContext } from './pages/pageContext.ts'
import { type PageRoute, useRoute } from './pages/pageRoute.ts'
import { SessionsPage } from './pages/SessionsPage.tsx'
import { SignPage } from './pages/SignPage.tsx'
import { WalletsPage } from './pages/WalletsPage.tsx'

/** The demo product. With `takesFocus`, after a visitor signed up, in or out, screen readers read the title. */
export function App({ takesFocus = false, ...page }: PageContext & { readonly takesFocus?: boolean }) {
  const asked = useRoute()
  // A visitor with an account cannot sign up or in.
  const route = page.pageData.accountName !== undefined && asked.startsWith('sign-') ? 'wallets' : asked
  const main = useRef<HTMLElement>(null)
  const shown = useRef<PageRoute | undefined>(takesFocus ? undefined : route)
  useEffect(() => {
    const title = main.current?.querySelector('h1')
    document.title = `${title?.textContent ?? ''} · ${page.texts.appName}`
    if (shown.current === route) return
    shown.current = route
    scrollTo(0, 0)
    title?.focus()
  }, [route, page.texts])
  return (
    <PageContext value={page}>
      <Header route={route} />
      <main className="page stack" ref={main}>
        {route === 'wallets' && <WalletsPage />}
        {route === 'activity' && <ActivityPage />}
        {route === 'sessions' && <SessionsPage />}
        {(route === 'sign-up' || route === 'sign-in') && <SignPage key={route} isNew={route === 'sign-up'} />}
      </main>
      <Footer />
    </PageContext>
  )
}
