import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import type { SignProblem } from '../client/checkCredentials.ts'
import type { Credentials } from '../client/hostClient.ts'
import { usePage } from './pageContext.ts'

/** Asks for a name and a password. An error is shown at its field, which gets the focus. */
export function CredentialForm(props: {
  /** Asks for a new name and password, those of an account, or the visitor's own password once more. */
  readonly kind: 'signUp' | 'signIn' | 'confirm'
  readonly button: string
  /** The content above the fields. */
  readonly intro: ReactNode
  /** Further buttons, next to the main one. */
  readonly others?: ReactNode
  /** Sends the credentials. Resolves with the problem, if there was one. */
  readonly ask: (credentials: Credentials) => Promise<SignProblem | undefined>
}) {
  const { kind, intro, others, ask } = props
  const { texts, pageData } = usePage()
  const [problem, setProblem] = useState<SignProblem | undefined>(undefined)
  const [isAsking, setIsAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem !== undefined)
      form.current?.querySelector<HTMLElement>('[role="alert"], [aria-invalid="true"]')?.focus()
  }, [problem])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isAsking) return
    const given = new FormData(event.currentTarget)
    setProblem(undefined)
    setIsAsking(true)
    setProblem(await ask({ name: `${given.get('name')}`.trim(), password: `${given.get('password')}` }))
    setIsAsking(false)
  }
  const isNew = kind === 'signUp'
  return (
    <form ref={form} className="card card-part stack" noValidate onSubmit={(event) => void submit(event)}>
      {intro}
      {problem?.at === 'whole' && (
        <p className="problem" role="alert" tabIndex={-1}>
          {problem.text}
        </p>
      )}
      {kind === 'confirm' ? (
        // Tells password managers which account the password belongs to.
        <input type="text" name="name" autoComplete="username" value={pageData.accountName} readOnly hidden />
      ) : (
        <Field name="name" isNew={isNew} problem={problem} />
      )}
      <Field name="password" isNew={isNew} problem={problem} />
      <div className="line">
        <button type="submit" className="button grow" data-kind="main" aria-disabled={isAsking}>
          {isAsking ? texts.loading : props.button}
        </button>
        {others}
      </div>
    </form>
  )
}

function Field(props: {
  readonly name: 'name' | 'password'
  readonly isNew: boolean
  readonly problem: SignProblem | undefined
}) {
  const { name, isNew } = props
  const { texts } = usePage()
  const [id, descriptionId] = [useId(), useId()]
  const problem = props.problem?.at === name ? props.problem.text : undefined
  const hint = isNew ? texts[`${name}Hint` as const] : undefined
  const passwordKind = isNew ? 'new-password' : 'current-password'
  return (
    <div className="field">
      <label htmlFor={id}>{texts[name]}</label>
      <input
        id={id}
        name={name}
        className="input"
        type={name === 'password' ? 'password' : 'text'}
        autoComplete={name === 'password' ? passwordKind : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        required
        aria-invalid={problem !== undefined}
        aria-describedby={problem || hint ? descriptionId : undefined}
      />
      <div id={descriptionId}>
        {problem && <p className="problem">{problem}</p>}
        {hint && <p className="quiet">{hint}</p>}
      </div>
    </div>
  )
}
