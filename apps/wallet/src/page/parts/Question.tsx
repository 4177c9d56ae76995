import { type ReactNode, useId } from 'react'
import { isAcceptable } from '../flow/questionFlow.ts'
import type { QuestionScreen } from '../flow/walletState.ts'
import { isRisky } from '../requests/peer.ts'
import type { SignInCheck } from '../requests/signInCheck.ts'
import { useWords } from '../words/words.ts'
import { Button, Notice, UntrustedText, useSend } from './controls.tsx'
import { InterpolatedText } from './InterpolatedText.tsx'
import { PeerHeader } from './PeerHeader.tsx'

/** An app's question, its risk, and the two answers, each labelled for before the answer and while it is sent. */
export function Question(props: {
  readonly screen: QuestionScreen
  readonly title: string
  /** Shown below the title. */
  readonly about?: ReactNode
  readonly no: readonly [string, string]
  readonly yes: readonly [string, string]
  readonly children: ReactNode
}) {
  const { screen, no, yes } = props
  const { answer, peer } = screen
  return (
    <section className="card column question" aria-busy={answer !== undefined}>
      <PeerHeader title={props.title} peer={peer}>
        {props.about}
      </PeerHeader>
      {props.children}
      {isRisky(peer) && <Risk screen={screen} />}
      <div className="actions">
        <Button sends="refuseChosen" isOff={answer !== undefined} text={answer === 'no' ? no[1] : no[0]} />
        <Button
          sends="acceptChosen"
          kind="primary"
          isOff={!isAcceptable(screen)}
          text={answer === 'yes' ? yes[1] : yes[0]}
        />
      </div>
    </section>
  )
}

/** Why a question is risky, and the checkbox that allows "yes". */
function Risk({ screen: { peer, answer, isRiskAccepted } }: { readonly screen: QuestionScreen }) {
  const { messages } = useWords()
  const send = useSend()
  const why = useId()
  const host = <UntrustedText>{peer.host ?? messages.noAddress}</UntrustedText>
  return (
    <div data-testid="risk">
      <Notice kind="bad" id={why}>
        <InterpolatedText text={peer.origin === 'scam' ? messages.scamText : messages.mismatchText} host={host} />
      </Notice>
      <label className="option row">
        <input
          type="checkbox"
          checked={isRiskAccepted}
          disabled={answer !== undefined}
          aria-describedby={why}
          onChange={({ target }) => send({ type: 'riskAccepted', isAccepted: target.checked })}
        />
        <span>{messages.acceptRisk}</span>
      </label>
    </div>
  )
}

/** Says that a sign-in text names the app's own address. Renders nothing for other texts. */
export function DomainCheck({ check }: { readonly check: SignInCheck }) {
  const { messages } = useWords()
  if (check.status !== 'matching') return null
  return (
    <Notice kind="good">
      <InterpolatedText text={messages.domainMatches} domain={<UntrustedText>{check.domain}</UntrustedText>} />
    </Notice>
  )
}
