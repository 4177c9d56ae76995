import { useId } from 'react'
import type { Send } from '../flow/send.ts'
import { isRisky, type Peer } from '../requests/peer.ts'
import { useWords } from '../words/words.ts'
import { Filled } from './Filled.tsx'
import { Icon } from './Icon.tsx'

/** Why a question is risky, and the step that has to be taken before it can be answered with yes. Nothing where it is not. */
export function Risk(props: {
  readonly peer: Peer
  readonly isAccepted: boolean
  readonly isOpen: boolean
  readonly send: Send
}) {
  const { peer, isAccepted, isOpen, send } = props
  const { messages } = useWords()
  const id = useId()
  if (!isRisky(peer)) return null
  const host = (
    <strong className="host">
      <bdi>{peer.host ?? messages.noAddress}</bdi>
    </strong>
  )
  return (
    <div className="risk" data-testid="risk">
      <div className="notice bad" role="alert" id={`${id}-why`}>
        <Icon name="warning" />
        <p>
          <Filled text={peer.origin === 'scam' ? messages.scamText : messages.mismatchText} host={host} />
        </p>
      </div>
      <label className="option">
        <input
          type="checkbox"
          checked={isAccepted}
          disabled={!isOpen}
          aria-describedby={`${id}-why`}
          onChange={({ target }) => send({ type: 'riskAccepted', isAccepted: target.checked })}
        />
        <span>{messages.acceptRisk}</span>
      </label>
    </div>
  )
}
