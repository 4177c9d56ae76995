import { LinkButton } from '@hawser/react'
import { lazy, Suspense, useRef } from 'react'
import { fill } from './fill.ts'
import { HowItWorks } from './HowItWorks.tsx'
import { LinkedWallets } from './LinkedWallets.tsx'
import { usePage } from './pageContext.ts'

const ConnectedWallets = lazy(() =>
  import('./ConnectedWallets.tsx').then(
    ({ ConnectedWallets }) => ({ default: ConnectedWallets }),
    () => ({ default: ConnectedWalletsMissing }),
  ),
)

/** The first page: the wallets of the visitor, signed up or not. */
export function WalletsPage({ keepsSessions }: { readonly keepsSessions: boolean }) {
  const { pageData, texts } = usePage()
  const { accountName, visitorLabel, isRemembered } = pageData
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <section className="intro">
        <h1 tabIndex={-1}>{texts.yourWallets}</h1>
        {accountName === undefined ? (
          <>
            <p>{fill(texts.introAnonymous, { name: visitorLabel })}</p>
            <p>
              <a href="#sign-up">{texts.introKeep}</a>
            </p>
          </>
        ) : (
          <>
            <p>{fill(texts.introAccount, { name: accountName })}</p>
            {accountName !== visitorLabel && <p>{fill(texts.signedAs, { label: visitorLabel })}</p>}
          </>
        )}
      </section>
      <section className="card" aria-labelledby="wallets-title">
        <div className="card-head">
          <h2 id="wallets-title" ref={title} tabIndex={-1}>
            {texts.linkedWallets}
          </h2>
          <LinkButton>{texts.linkWallet}</LinkButton>
        </div>
        {!isRemembered && (
          <p className="problem" role="alert">
            {texts.noCookies}
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
      <HowItWorks keepsSessions={keepsSessions} />
    </>
  )
}

function ConnectedWalletsMissing() {
  const { texts } = usePage()
  return (
    <p className="card problem" role="alert">
      {texts.connectedMissing}
    </p>
  )
}
