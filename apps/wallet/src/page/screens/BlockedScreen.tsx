import type { ScreenProps } from '../flow/walletState.ts'
import { Button, Notice, ScreenIcon, UntrustedText } from '../parts/controls.tsx'
import { Title } from '../parts/Frame.tsx'
import { InterpolatedText } from '../parts/InterpolatedText.tsx'
import { MessageText } from '../parts/MessageText.tsx'
import { OriginBadge } from '../parts/PeerHeader.tsx'
import type { SignRequest } from '../requests/signRequest.ts'
import { useWords } from '../words/words.ts'

/** A sign-in text that the wallet has refused on its own behalf, and the reason. */
export function BlockedScreen({ state: { sessions }, screen: { request } }: ScreenProps<'blocked'>) {
  const { topic, signIn } = request
  const { messages } = useWords()
  return (
    <section className="card column">
      <div className="column centered">
        <ScreenIcon icon="shield" kind="bad" />
        <Title>{messages.blockedTitle}</Title>
        {signIn.status !== 'malformed' && <OriginBadge origin={signIn.status === 'known_scam' ? 'scam' : 'mismatch'} />}
      </div>
      <Notice kind="bad">
        <Explanation request={request} />
      </Notice>
      <p>{messages.blockedText}</p>
      <MessageText request={request} />
      <div className="actions">
        <Button sends="dismissed" text={messages.close} />
        {sessions.some((session) => session.topic === topic) && (
          <Button
            sends={[{ type: 'disconnectChosen', topic }, 'dismissed']}
            kind="primary"
            text={messages.disconnect}
          />
        )}
      </div>
    </section>
  )
}

function Explanation({ request: { signIn, peer } }: { readonly request: SignRequest }) {
  const { messages } = useWords()
  const host = <UntrustedText>{peer.host ?? messages.noAddress}</UntrustedText>
  switch (signIn.status) {
    case 'domain_mismatch':
      return (
        <InterpolatedText
          text={peer.origin === 'mismatch' ? messages.blockedOrigin : messages.blockedDomain}
          domain={<UntrustedText>{signIn.domain}</UntrustedText>}
          host={host}
        />
      )
    case 'known_scam':
      return <InterpolatedText text={messages.scamText} host={host} />
    case 'address_mismatch':
      return <InterpolatedText text={messages.blockedAddress} address={<bdi>{signIn.textAddress}</bdi>} />
    default:
      return messages.blockedMalformed
  }
}
