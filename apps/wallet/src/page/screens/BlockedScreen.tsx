import type { Session } from '@hawser/sign'
import type { Send } from '../flow/send.ts'
import { Filled } from '../parts/Filled.tsx'
import { Title } from '../parts/Frame.tsx'
import { Icon } from '../parts/Icon.tsx'
import { MessageText } from '../parts/MessageText.tsx'
import type { SignRequest } from '../requests/signRequest.ts'
import { useWords } from '../words/words.ts'

/** A sign-in text the wallet has refused by itself, and why. */
export function BlockedScreen(props: {
  readonly request: SignRequest
  readonly sessions: readonly Session[]
  readonly send: Send
}) {
  const { request, sessions, send } = props
  const { messages } = useWords()
  const isConnected = sessions.some(({ topic }) => topic === request.topic)
  const isMismatch = request.signIn.status === 'domain_mismatch' || request.signIn.status === 'address_mismatch'
  return (
    <section className="card">
      <div className="who centered">
        <span className="emblem bad">
          <Icon name="shield" />
        </span>
        <Title>{messages.blockedTitle}</Title>
        {isMismatch && <span className="badge bad">{messages.mismatch}</span>}
        {request.signIn.status === 'known_scam' && <span className="badge bad">{messages.knownScam}</span>}
      </div>
      <div className="notice bad" role="alert">
        <Icon name="warning" />
        <p>
          <Explanation request={request} />
        </p>
      </div>
      <p>{messages.blockedText}</p>
      <MessageText request={request} />
      <div className="actions">
        <button type="button" className="button" onClick={() => send({ type: 'dismissed' })}>
          {messages.close}
        </button>
        {isConnected && (
          <button
            type="button"
            className="button primary"
            onClick={() => {
              send({ type: 'disconnectChosen', topic: request.topic })
              send({ type: 'dismissed' })
            }}
          >
            {messages.disconnect}
          </button>
        )}
      </div>
    </section>
  )
}

function Explanation({ request }: { readonly request: SignRequest }) {
  const { messages } = useWords()
  const { signIn, peer } = request
  const strong = (text: string) => (
    <strong className="host">
      <bdi>{text}</bdi>
    </strong>
  )
  switch (signIn.status) {
    case 'domain_mismatch':
      return (
        <Filled
          text={peer.origin === 'mismatch' ? messages.blockedOrigin : messages.blockedDomain}
          domain={strong(signIn.domain)}
          host={strong(peer.host ?? messages.noAddress)}
        />
      )
    case 'known_scam':
      return <Filled text={messages.scamText} host={strong(peer.host ?? messages.noAddress)} />
    case 'address_mismatch':
      return <Filled text={messages.blockedAddress} address={<bdi>{signIn.textAddress}</bdi>} />
    default:
      return messages.blockedMalformed
  }
}
