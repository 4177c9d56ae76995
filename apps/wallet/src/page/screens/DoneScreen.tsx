import type { Send } from '../App.tsx'
import type { Outcome, WalletState } from '../walletState.ts'
import { nameMissing } from '../words.ts'
import { Icon } from './Icon.tsx'
import { Title } from './parts.tsx'

/** How it ended. */
export function DoneScreen(props: { readonly outcome: Outcome; readonly state: WalletState; readonly send: Send }) {
  const { outcome, state, send } = props
  const { title, text, isGood } = describe(outcome)
  const waiting = state.waiting.length
  const topic = 'topic' in outcome ? outcome.topic : undefined
  const isConnected = topic !== undefined && state.sessions.some((session) => session.topic === topic)
  return (
    <section className="card centered">
      <span className={isGood ? 'emblem good' : 'emblem'}>
        <Icon name={isGood ? 'check' : 'cross'} />
      </span>
      <Title>{title}</Title>
      <p>{text}</p>
      <button type="button" className="button primary wide" onClick={() => send({ type: 'dismissed' })}>
        {waiting === 0 ? 'Done' : waiting === 1 ? 'Next request' : `Next of ${waiting} requests`}
      </button>
      {isConnected && topic !== undefined && (
        <button
          type="button"
          className="button plain"
          onClick={() => {
            send({ type: 'disconnectChosen', topic })
            send({ type: 'dismissed' })
          }}
        >
          Disconnect {outcome.peer.name}
        </button>
      )}
    </section>
  )
}

function describe(outcome: Outcome): { readonly title: string; readonly text: string; readonly isGood: boolean } {
  const { name } = outcome.peer
  switch (outcome.name) {
    case 'approved':
      return {
        title: 'Connected',
        text: `${name} can see your test account. Keep this page open: it may ask for a signature next.`,
        isGood: true,
      }
    case 'signedIn':
      return {
        title: 'Connected and signed in',
        text: `${name} can see your test account and has its signature. You can go back to it now.`,
        isGood: true,
      }
    case 'signed':
      return { title: 'Signed', text: `The signature went to ${name}. You can go back to it now.`, isGood: true }
    case 'rejected':
      return { title: 'Rejected', text: `${name} was told no and has seen nothing.`, isGood: false }
    case 'refused':
      return { title: 'Refused', text: `Nothing was signed. ${name} was told no.`, isGood: false }
    case 'unsupported':
      return {
        title: `${name} needs more`,
        text:
          outcome.missing.length === 0
            ? 'It asked for nothing this demo wallet could give, so it was told no.'
            : `It requires: ${nameMissing(outcome.missing).join(', ')}. This demo wallet does not do that, so it was told no.`,
        isGood: false,
      }
  }
}
