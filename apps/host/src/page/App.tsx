import { LinkButton } from '@hawser/react'
import { lazy, Suspense, useRef } from 'react'
import { canOpenDemoWallet } from './createPageLinker.ts'
import { LinkedWallets } from './LinkedWallets.tsx'
import type { PageData } from './pageData.ts'

const ConnectedWallets = lazy(() =>
  import('./ConnectedWallets.tsx').then(
    ({ ConnectedWallets }) => ({ default: ConnectedWallets }),
    () => ({ default: ConnectedWalletsMissing }),
  ),
)

type AppProps = {
  readonly pageData: PageData
  /** Wallets stay connected after they are linked. */
  readonly keepsSessions?: boolean
}

/** The demo product: an account page with the wallets linked to it. */
export function App({ pageData, keepsSessions = false }: AppProps) {
  const { visitorLabel, walletUrl, isRemembered } = pageData
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <header className="bar">
        <div className="bar-content">
          <span className="brand">
            <img src="/favicon.svg" alt="" width="28" height="28" />
            Demo host app
          </span>
          <span className="visitor" title="Your account on this page">
            <span className="visitor-dot" aria-hidden="true" />
            <span className="only-read">Signed in as </span>
            {visitorLabel}
          </span>
        </div>
      </header>
      <main className="page">
        <section className="intro">
          <h1>Your account</h1>
          <p>
            You are <strong>{visitorLabel}</strong>, an anonymous visitor this page remembers by a cookie. Link a wallet
            to show that it is yours.
          </p>
        </section>
        <section className="card" aria-labelledby="wallets-title">
          <div className="card-head">
            <h2 id="wallets-title" ref={title} tabIndex={-1}>
              Linked wallets
            </h2>
            <LinkButton />
          </div>
          {!isRemembered && (
            <p className="problem" role="alert">
              Your browser keeps no cookies of this page, so no wallet can be linked. Allow them and reload.
            </p>
          )}
          {/* The pressed button goes with its row; the focus must not fall to the top of the page. */}
          <LinkedWallets onUnlinked={() => title.current?.focus()} />
        </section>
        {keepsSessions && (
          <Suspense>
            <ConnectedWallets />
          </Suspense>
        )}
        <section className="steps" aria-labelledby="steps-title">
          <h2 id="steps-title">How linking works</h2>
          <ol>
            <li>
              <h3>Connect</h3>
              <p>Scan the code with your wallet, or open a wallet on this device.</p>
            </li>
            <li>
              <h3>Sign</h3>
              <p>The wallet signs a text that names this page and your account. It costs nothing and moves no funds.</p>
            </li>
            <li>
              <h3>Linked</h3>
              <p>
                The server checks the signature and keeps the account id. The connection{' '}
                {keepsSessions ? 'stays until you or the wallet end it.' : 'ends.'}
              </p>
            </li>
          </ol>
          <p>
            No wallet at hand?{' '}
            {canOpenDemoWallet(pageData)
              ? 'Choose “Hawser Demo Wallet” when you link, or'
              : 'Copy the link of the code and'}{' '}
            <a href={walletUrl} target="_blank" rel="noopener noreferrer">
              open the demo wallet in a new tab
            </a>
            .
          </p>
          <p>
            {keepsSessions ? (
              <a href="./">End connections after linking</a>
            ) : (
              <>
                <a href="?keep">Keep wallets connected after linking</a>, as pages do that need them again and again.
              </>
            )}
          </p>
        </section>
      </main>
    </>
  )
}

function ConnectedWalletsMissing() {
  return (
    <p className="card problem" role="alert">
      Your connected wallets could not be loaded. Reload the page.
    </p>
  )
}
