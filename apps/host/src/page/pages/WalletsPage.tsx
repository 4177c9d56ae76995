import { LinkButton, useLinker } from '@hawser/react'
import { LinkedWallets } from '@hawser/react/linked-wallets'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { canOpenDemoWallet } from '../linker/createPageLinker.ts'
import { fill } from '../texts/fill.ts'
import { ConfirmPassword } from './ConfirmPassword.tsx'
import { usePage } from './pageContext.ts'

/** Fetched only for a visitor whose wallets stay connected. */
const ConnectedWallets = lazy(async () => {
  try {
    const parts = [import('@hawser/react/sessions'), import('@hawser/react/sessions.css')] as const
    return { default: (await Promise.all(parts))[0].Sessions }
  } catch {
    return { default: ConnectedWalletsMissing }
  }
})

const release = { kind: 'release' } as const

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

/** The way out for a visitor who was tricked into signing for another account: a signature frees the wallet. */
function ReleaseWallet() {
  const { texts } = usePage()
  const flow = useLinker((state) => state.flow)
  const [isTaken, setIsTaken] = useState(false)
  useEffect(() => {
    if (flow.status === 'done' && flow.outcome.kind === 'release') setIsTaken(true)
    // The next wallet can be a different one, so the previous message no longer applies.
    if (flow.status === 'linked') setIsTaken(false)
  }, [flow])
  return (
    <div className="take-back quiet">
      <p className="line">
        {texts.heldElsewhere}{' '}
        <LinkButton purpose={release} className="text-button">
          {texts.takeBack}
        </LinkButton>
      </p>
      <p aria-live="polite">{isTaken && texts.takenBack}</p>
    </div>
  )
}

function HowItWorks() {
  const { pageData, texts, keepsSessions } = usePage()
  return (
    <section className="steps stack" aria-labelledby="steps-title">
      <h2 id="steps-title">{texts.howTitle}</h2>
      <ol>
        <li>
          <h3>{texts.connect}</h3>
          <p>{texts.connectText}</p>
        </li>
        <li>
          <h3>{texts.sign}</h3>
          <p>{texts.signText}</p>
        </li>
        <li>
          <h3>{texts.linked}</h3>
          <p>{keepsSessions ? texts.linkedStaysText : texts.linkedText}</p>
        </li>
      </ol>
      <p>
        {texts.noWalletAtHand} {canOpenDemoWallet(pageData) ? texts.chooseDemo : texts.copyLink}{' '}
        <a href={pageData.walletUrl} target="_blank" rel="noopener noreferrer">
          {texts.openDemo}
        </a>
        .
      </p>
      <p>{keepsSessions ? <a href="./">{texts.endConnections}</a> : <a href="?keep">{texts.keepConnected}</a>}</p>
    </section>
  )
}
