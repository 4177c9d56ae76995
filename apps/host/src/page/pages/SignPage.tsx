import { LinkButton, useLinkedWallets, useLinker } from '@hawser/react'
import { useEffect, useRef, useState } from 'react'
import { checkCredentials, type SignProblem, signProblemOf } from '../client/checkCredentials.ts'
import { fill } from '../texts/fill.ts'
import { Field } from './Field.tsx'
import { usePage } from './pageContext.ts'

const signIn = { kind: 'signIn' } as const

/** The form of sign-up and sign-in; a linked wallet signs in without it. */
export function SignPage({ isNew }: { readonly isNew: boolean }) {
  const { client, texts, pageData, onVisitorChanged } = usePage()
  const { wallets } = useLinkedWallets()
  const status = useLinker((state) => state.flow.status)
  const [hasSignedIn, setHasSignedIn] = useState(false)
  useEffect(() => {
    // The wallets are the account's from now on, and the page is about to say so.
    if (status === 'done') setHasSignedIn(true)
  }, [status])
  const [problem, setProblem] = useState<SignProblem | undefined>(undefined)
  const [isAsking, setIsAsking] = useState(false)
  const [name, password, whole] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLParagraphElement>(null),
  ]
  useEffect(() => {
    // To what is wrong, so that it is read and can be mended.
    if (problem?.at === 'name') name.current?.focus()
    if (problem?.at === 'password') password.current?.focus()
    if (problem?.at === 'whole') whole.current?.focus()
  }, [problem, name, password, whole])
  const submit = async () => {
    const credentials = { name: name.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    const found = checkCredentials(credentials, texts)
    setProblem(found)
    if (found !== undefined || isAsking) return
    setIsAsking(true)
    const answer = await (isNew ? client.signUp(credentials) : client.signIn(credentials))
    setIsAsking(false)
    if (answer.isDone) onVisitorChanged()
    else setProblem(signProblemOf(answer, texts))
  }
  const loses = !isNew && !hasSignedIn && pageData.accountName === undefined && wallets.length > 0
  const problemAt = (at: SignProblem['at']) => (problem?.at === at ? problem.text : undefined)
  return (
    <section className="sign">
      <div className="intro">
        <h1 tabIndex={-1}>{isNew ? texts.signUpTitle : texts.signInTitle}</h1>
        <p>{isNew ? texts.signUpIntro : texts.signInIntro}</p>
      </div>
      <form
        className="card form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {loses && <p className="warning">{fill(texts.signInLoses, { name: pageData.visitorLabel })}</p>}
        {problem?.at === 'whole' && (
          <p ref={whole} className="form-problem" role="alert" tabIndex={-1}>
            {problem.text}
          </p>
        )}
        <Field
          ref={name}
          label={texts.name}
          hint={isNew ? texts.nameHint : undefined}
          problem={problemAt('name')}
          type="text"
          autoComplete="username"
        />
        <Field
          ref={password}
          label={texts.password}
          hint={isNew ? texts.passwordHint : undefined}
          problem={problemAt('password')}
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
        />
        <button type="submit" className="button" data-kind="main" aria-disabled={isAsking}>
          {isAsking ? texts.loading : isNew ? texts.signUp : texts.signIn}
        </button>
      </form>
      {!isNew && (
        <div className="by-wallet">
          <p className="or">{texts.or}</p>
          <LinkButton purpose={signIn} className="button">
            {texts.signInWithWallet}
          </LinkButton>
          <p className="hint">{texts.signInWithWalletHint}</p>
        </div>
      )}
      <p className="other">
        {isNew ? texts.haveAccount : texts.noAccount}{' '}
        <a href={isNew ? '#sign-in' : '#sign-up'}>{isNew ? texts.signIn : texts.signUp}</a>
      </p>
    </section>
  )
}
