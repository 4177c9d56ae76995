import { LinkedWallets } from '@hawser/react/linked-wallets'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { fill } from '../texts/fill.ts'
import { ConfirmPassword } from './ConfirmPassword.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { usePage } from './pageContext.ts'
import { ReleaseWallet } from './ReleaseWallet.tsx'

/** Fetched only for a visitor whose wallets stay connected. */
const ConnectedWallets = lazy(async () => {
  try {
    const parts = [import('@hawser/react/sessions'), import('@hawser/react/sessions.css')] as const
    return { default: (await Promise.all(parts))[0].Sessions }
  } catch {
    return { default: ConnectedWalletsMissing }
  }
})

/** The first page: the wallets of the visitor, signed up or not. */
export function WalletsPage() {
  const { pageData, texts, stepUp, keepsSessions } = usePage()
  const held = useSyncExternalStore(stepUp.subscribe, stepUp.getHeld)
  // Leaving the page drops the request for the password.
  useEffect(() => stepUp.cancel, [stepUp])
  const { accountName, visitorLabel, isRemembered } = pageData
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
      {!isRemembered && (
        <p className="card card-part problem" role="alert">
          {texts.noCookies}
        </p>
      )}
      {/* The history has its own page. */}
      <LinkedWallets hasHistory={false} />
      <ReleaseWallet />
      {held && <ConfirmPassword held={held} />}
      {keepsSessions && (
        <Suspense>
          <ConnectedWallets />
        </Suspense>
      )}
      <HowItWorks />
    </>
  )
}

function ConnectedWalletsMissing() {
  const { texts } = usePage()
  return (
    <p className="card card-part problem" role="alert">
      {texts.connectedMissing}
    </p>
  )
}
