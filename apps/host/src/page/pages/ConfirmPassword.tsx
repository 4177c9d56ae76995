import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { passwordProblemOf, type SignProblem } from '../client/checkCredentials.ts'
import type { HeldPurpose } from '../linker/createStepUp.ts'
import { Field } from './Field.tsx'
import { usePage } from './pageContext.ts'

/** Asks for the password of the account once more, above the page. What waits for it goes on by itself. */
export function ConfirmPassword({ held }: { readonly held: HeldPurpose }) {
  const { client, texts, pageData, stepUp } = usePage()
  const [problem, setProblem] = useState<SignProblem | undefined>(undefined)
  const [isAsking, setIsAsking] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const whole = useRef<HTMLParagraphElement>(null)
  const [title, reason] = [useId(), useId()]
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closed before it is gone: so the browser gives the focus back.
    return () => shown?.close()
  }, [])
  useEffect(() => {
    if (problem?.at === 'whole') whole.current?.focus()
    else if (problem !== undefined) password.current?.focus()
  }, [problem])
  const submit = async () => {
    if (isAsking) return
    setProblem(undefined)
    setIsAsking(true)
    const answer = await client.confirmPassword(password.current?.value ?? '')
    setIsAsking(false)
    if (answer.isDone) stepUp.confirmed(answer.value)
    else if (answer.code !== 'visitor_gone') setProblem(passwordProblemOf(answer, texts))
  }
  const isUnlink = held.kind === 'unlink'
  return (
    <dialog
      ref={dialog}
      className="card ask"
      aria-labelledby={title}
      aria-describedby={reason}
      onClose={() => stepUp.cancel()}
    >
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="intro">
          <h2 id={title}>{isUnlink ? texts.confirmToUnlink : texts.confirmToLink}</h2>
          <p id={reason}>{isUnlink ? texts.confirmToUnlinkReason : texts.confirmToLinkReason}</p>
        </div>
        {problem?.at === 'whole' && (
          <p ref={whole} className="form-problem" role="alert" tabIndex={-1}>
            {problem.text}
          </p>
        )}
        {/* For password managers: whose password it is. */}
        <input type="text" autoComplete="username" value={pageData.accountName ?? ''} readOnly hidden />
        <Field
          ref={password}
          label={texts.password}
          hint={undefined}
          problem={problem?.at === 'password' ? problem.text : undefined}
          type="password"
          autoComplete="current-password"
        />
        <div className="form-buttons">
          <button type="submit" className="button" data-kind="main" aria-disabled={isAsking}>
            {isAsking ? texts.loading : texts.confirm}
          </button>
          {isUnlink && (
            <button type="button" className="button" onClick={() => stepUp.signInstead()}>
              {texts.signInstead}
            </button>
          )}
          <button type="button" className="button" onClick={() => stepUp.cancel()}>
            {texts.cancel}
          </button>
        </div>
      </form>
    </dialog>
  )
}
