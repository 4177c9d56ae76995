import { useId, useLayoutEffect, useRef } from 'react'
import { passwordProblemOf } from '../client/checkCredentials.ts'
import type { PendingPurpose } from '../linker/createStepUp.ts'
import { CredentialForm } from './CredentialForm.tsx'
import { usePage } from './pageContext.ts'

/** Asks for the password of the account once more, above the page. The waiting purpose then continues automatically. */
export function ConfirmPassword({ held }: { readonly held: PendingPurpose }) {
  const { client, texts, stepUp } = usePage()
  const dialog = useRef<HTMLDialogElement>(null)
  const [title, reason] = [useId(), useId()]
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // The dialog closes before its removal, so that the browser restores the focus.
    return () => shown?.close()
  }, [])
  const isUnlink = held.kind === 'unlink'
  return (
    <dialog
      ref={dialog}
      className="ask"
      aria-labelledby={title}
      aria-describedby={reason}
      onClose={() => stepUp.cancel()}
    >
      <CredentialForm
        kind="confirm"
        button={texts.confirm}
        intro={
          <div className="intro">
            <h2 id={title}>{isUnlink ? texts.confirmToUnlink : texts.confirmToLink}</h2>
            <p id={reason}>{isUnlink ? texts.confirmToUnlinkReason : texts.confirmToLinkReason}</p>
          </div>
        }
        ask={async ({ password }) => {
          const answer = await client.confirmPassword(password)
          if (answer.isDone) stepUp.confirmed(answer.value)
          else if (answer.code !== 'visitor_gone') return passwordProblemOf(answer, texts)
          return undefined
        }}
        others={
          <>
            {isUnlink && (
              <button type="button" className="button" onClick={() => stepUp.signInstead()}>
                {texts.signInstead}
              </button>
            )}
            <button type="button" className="button" onClick={() => stepUp.cancel()}>
              {texts.cancel}
            </button>
          </>
        }
      />
    </dialog>
  )
}
