import { AccountMenu } from './AccountMenu.tsx'
import { usePage } from './pages/pageContext.ts'
import type { PageRoute } from './pages/pageRoute.ts'

/** Shows the page's name, its navigation and the visitor's menu. */
export function Header({ route }: { readonly route: PageRoute }) {
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
