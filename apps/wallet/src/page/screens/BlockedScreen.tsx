import type { Shown } from '../flow/walletState.ts'
import { OriginBadge } from '../parts/Asker.tsx'
import { Button, Emblem, Given, Notice } from '../parts/controls.tsx'
import { Filled } from '../parts/Filled.tsx'
import { Title } from '../parts/Frame.tsx'
import { MessageText } from '../parts/MessageText.tsx'
import type { SignRequest } from '../requests/signRequest.ts'
import { useWords } from '../words/words.ts'

/** A sign-in text that the wallet has refused on its own behalf, and the reason. */
export function BlockedScreen({ state: { sessions }, screen: { request } }: Shown<'blocked'>) {
  const { topic, signIn } = request
  const { messages } = useWords()
  return (
    <section className="card column">
      <div className="column centered">
        <Emblem icon="shield" kind="bad" />
        <Title>{messages.blockedTitle}</Title>
        {signIn.status !== 'malformed' && <OriginBadge origin={signIn.status === 'known_scam' ? 'scam' : 'mismatch'} />}
      </div>
      <Notice kind="bad">
        <Explanation request={request} />
      </Notice>
      <p>{messages.blockedText}</p>
      <MessageText request={request} />
      <div className="actions">
        <Button sends={{ type: 'dismissed' }}>{messages.close}</Button>
        {sessions.some((session) => session.topic === topic) && (
          <Button sends={[{ type: 'disconnectChosen', topic }, { type: 'dismissed' }]} kind="primary">
            {messages.disconnect}
          </Button>
        )}
      </div>
    </section>
  )
}

function Explanation({ request: { signIn, peer } }: { readonly request: SignRequest }) {
  const { messages } = useWords()
  const host = <Given>{peer.host ?? messages.noAddress}</Given>
  switch (signIn.status) {
    case 'domain_mismatch':
      return (
        <Filled
          text={peer.origin === 'mismatch' ? messages.blockedOrigin : messages.blockedDomain}
          domain={<Given>{signIn.domain}</Given>}
          host={host}
        />
      )
    case 'known_scam':
      return <Filled text={messages.scamText} host={host} />
    case 'address_mismatch':
      return <Filled text={messages.blockedAddress} address={<bdi>{signIn.textAddress}</bdi>} />
    default:
      return messages.blockedMalformed
  }
}
