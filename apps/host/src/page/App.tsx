import { LinkHistory } from '@hawser/react/linked-wallets'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { AccountMenu } from './AccountMenu.tsx'
import { PageContext, usePage } from './pages/pageContext.ts'
import { SessionsPage } from './pages/SessionsPage.tsx'
import { SignPage } from './pages/SignPage.tsx'
import { WalletsPage } from './pages/WalletsPage.tsx'
import type { HostMessages } from './texts/messages/en.ts'
import { isPageLocale, pageLocales } from './texts/pageLocale.ts'

/** The pages a visitor can be on. Each page has its own address, so that links, Back and reload work as usual. */
const pageRoutes = ['wallets', 'activity', 'sessions', 'sign-up', 'sign-in'] as const

type PageRoute = (typeof pageRoutes)[number]

/** The demo product. With `takesFocus`, for a visitor who has signed up, in or out, the title takes the focus. */
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

function Header({ route }: { readonly route: PageRoute }) {
  const { texts } = usePage()
  return (
    <header className="bar line">
      {/* A button, not a link: the fragment is the page's address. */}
      <button type="button" className="button skip" onClick={() => document.querySelector('h1')?.focus()}>
        {texts.skip}
      </button>
      <a className="brand line" href="#wallets">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        {texts.appName}
      </a>
      <nav className="pages line" aria-label={texts.mainNavigation}>
        {(['wallets', 'activity', 'sessions'] as const).map((name) => (
          <a key={name} href={`#${name}`} aria-current={route === name ? 'page' : undefined}>
            {texts[name]}
          </a>
        ))}
      </nav>
      <AccountMenu />
    </header>
  )
}

function ActivityPage() {
  const { texts } = usePage()
  return (
    <>
      <section className="intro">
        <h1 tabIndex={-1}>{texts.activity}</h1>
        <p>{texts.activityIntro}</p>
      </section>
      <LinkHistory />
    </>
  )
}

function Footer() {
  const { texts, locale, onLocaleChosen } = usePage()
  return (
    <footer className="foot line spread quiet">
      <p>{texts.demoNotice}</p>
      <label className="line">
        {texts.language}
        <select
          value={locale}
          onChange={({ target }) => {
            if (isPageLocale(target.value)) onLocaleChosen(target.value)
          }}
        >
          {Object.entries(pageLocales).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </footer>
  )
}

/** The page that the fragment (`#sessions`) names now; the wallets when it names none. */
function useRoute(): PageRoute {
  return useSyncExternalStore(subscribe, () => pageRoutes.find((route) => location.hash === `#${route}`) ?? 'wallets')
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** Replaces the page while its server does not answer. */
export function Unreachable({ texts, onRetry }: { readonly texts: HostMessages; readonly onRetry: () => void }) {
  return (
    <main className="page stack">
      <div className="notice" role="alert">
        <p>{texts.unreachable}</p>
        <button type="button" className="button" onClick={onRetry}>
          {texts.retry}
        </button>
      </div>
    </main>
  )
}
