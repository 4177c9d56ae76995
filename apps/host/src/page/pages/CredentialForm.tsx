import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import type { SignProblem } from '../client/checkCredentials.ts'
import { usePage } from './pageContext.ts'

/** What is asked for: a new name and password, those of an account, or the visitor's own password once more. */
export type CredentialKind = 'signUp' | 'signIn' | 'confirm'

type Credentials = { readonly name: string; readonly password: string }

/** Asks for a name and a password. What is wrong is said at its field, which has the focus then, so that it can be mended. */
export function CredentialForm(props: {
  readonly kind: CredentialKind
  readonly className: string
  readonly button: string
  /** Above the fields. */
  readonly intro: ReactNode
  /** Beside the button. */
  readonly others?: ReactNode
  /** Gives what was wrong. */
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
  const problemAt = (at: SignProblem['at']) => (problem?.at === at ? problem.text : undefined)
  const isNew = kind === 'signUp'
  return (
    <form ref={form} className={`card-part stack ${props.className}`} noValidate onSubmit={(event) => void submit(event)}>
      {intro}
      {problem?.at === 'whole' && (
        <p className="problem" role="alert" tabIndex={-1}>
          {problem.text}
        </p>
      )}
      {kind === 'confirm' ? (
        // For password managers: whose password it is.
        <input type="text" name="name" autoComplete="username" value={pageData.accountName} readOnly hidden />
      ) : (
        <Field
          name="name"
          label={texts.name}
          hint={isNew && texts.nameHint}
          problem={problemAt('name')}
          autoComplete="username"
        />
      )}
      <Field
        name="password"
        label={texts.password}
        hint={isNew && texts.passwordHint}
        problem={problemAt('password')}
        autoComplete={isNew ? 'new-password' : 'current-password'}
      />
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
  readonly label: string
  readonly hint: string | false
  readonly problem: string | undefined
  readonly autoComplete: 'username' | 'new-password' | 'current-password'
}) {
  const { name, label, hint, problem, autoComplete } = props
  const [id, descriptionId] = [useId(), useId()]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="input"
        type={name === 'password' ? 'password' : 'text'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        required
        aria-invalid={problem !== undefined}
        aria-describedby={problem !== undefined || hint ? descriptionId : undefined}
      />
      <div id={descriptionId}>
        {problem !== undefined && <p className="problem">{problem}</p>}
        {hint && <p className="quiet">{hint}</p>}
      </div>
    </div>
  )
}
