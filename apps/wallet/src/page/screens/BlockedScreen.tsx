import type { Session } from '@hawser/sign'
import type { Send } from '../App.tsx'
import type { SignRequest } from '../signRequest.ts'
import { Icon } from './Icon.tsx'
import { MessageText } from './MessageText.tsx'
import { Title } from './parts.tsx'

/** A sign-in text the wallet has refused by itself, and why. */
export function BlockedScreen(props: {
  readonly request: SignRequest
  readonly sessions: readonly Session[]
  readonly send: Send
}) {
  const { request, sessions, send } = props
  const isConnected = sessions.some(({ topic }) => topic === request.topic)
  return (
    <section className="card">
      <div className="who centered">
        <span className="emblem bad">
          <Icon name="shield" />
        </span>
        <Title>Refused to protect you</Title>
      </div>
      <div className="notice bad" role="alert">
        <Icon name="warning" />
        <p>
          <Explanation request={request} />
        </p>
      </div>
      <p>Nothing was signed. This is the text:</p>
      <MessageText request={request} />
      <div className="actions">
        <button type="button" className="button" onClick={() => send({ type: 'dismissed' })}>
          Close
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
            Disconnect
          </button>
        )}
      </div>
    </section>
  )
}

function Explanation({ request }: { readonly request: SignRequest }) {
  const { signIn, peer } = request
  const app = peer.host ?? 'no web address'
  switch (signIn.status) {
    case 'domain_mismatch':
      return (
        <>
          This text signs you in at <strong className="host">{signIn.domain}</strong>, but it comes from an app that
          says it is <strong className="host">{app}</strong>. Somebody may be trying to use your signature in another
          place.
        </>
      )
    case 'address_mismatch':
      return <>This text signs in another account ({signIn.textAddress}) than the one that would sign it.</>
    default:
      return (
        <>
          This text asks you to sign in, but not in the form such texts must have (ERC-4361), so it could mislead you.
        </>
      )
  }
}
