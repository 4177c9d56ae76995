import { LinkButton, useLinkedWallets, useLinker } from '@hawser/react'
import { useEffect, useState } from 'react'
import { checkCredentials, signProblemOf } from '../client/checkCredentials.ts'
import { fill } from '../texts/fill.ts'
import { CredentialForm } from './CredentialForm.tsx'
import { usePage } from './pageContext.ts'

const signIn = { kind: 'signIn' } as const

/** The form for signing up or in. A linked wallet signs in without the form. */
export function SignPage({ isNew }: { readonly isNew: boolean }) {
  const { client, texts, pageData, onVisitorChanged } = usePage()
  const { wallets } = useLinkedWallets()
  const status = useLinker((state) => state.flow.status)
  const [hasSignedIn, setHasSignedIn] = useState(false)
  useEffect(() => {
    // From now on the wallets belong to the account, and the page is about to show this.
    if (status === 'done') setHasSignedIn(true)
  }, [status])
  const loses = !isNew && !hasSignedIn && pageData.accountName === undefined && wallets.length > 0
  return (
    <section className="sign stack">
      <div className="intro">
        <h1 tabIndex={-1}>{isNew ? texts.signUpTitle : texts.signInTitle}</h1>
        <p>{isNew ? texts.signUpIntro : texts.signInIntro}</p>
      </div>
      <CredentialForm
        kind={isNew ? 'signUp' : 'signIn'}
        button={isNew ? texts.signUp : texts.signIn}
        intro={loses && <p className="warning">{fill(texts.signInLoses, { name: pageData.visitorLabel })}</p>}
        ask={async (credentials) => {
          const found = checkCredentials(credentials, texts)
          if (found !== undefined) return found
          const answer = await (isNew ? client.signUp(credentials) : client.signIn(credentials))
          if (!answer.isDone) return signProblemOf(answer, texts)
          onVisitorChanged()
          return undefined
        }}
      />
      {!isNew && (
        <div className="by-wallet stack quiet">
          <p>{texts.or}</p>
          <LinkButton purpose={signIn} className="button">
            {texts.signInWithWallet}
          </LinkButton>
          <p>{texts.signInWithWalletHint}</p>
        </div>
      )}
      <p className="other quiet">
        {isNew ? texts.haveAccount : texts.noAccount}{' '}
        <a href={isNew ? '#sign-in' : '#sign-up'}>{isNew ? texts.signIn : texts.signUp}</a>
      </p>
    </section>
  )
}
