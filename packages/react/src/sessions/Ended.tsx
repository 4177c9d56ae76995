import type { EndedSession } from '@hawser/core'
import { fill } from '../messages/fill.ts'
import type { SessionsMessages } from '../messages/sessions/en.ts'

/** Which wallets are no longer connected without the visitor having done it, also while the page was closed. */
export function Ended(props: {
  readonly ended: readonly EndedSession[]
  readonly texts: SessionsMessages
  readonly onDismiss: () => void
}) {
  const { ended, texts, onDismiss } = props
  if (ended.length === 0) return null
  return (
    <div className="hawser-sessions-ended">
      <ul>
        {ended.map(({ topic, walletName, cause }) => (
          <li key={topic}>
            {fill(cause === 'wallet' ? texts.endedByWallet : texts.expired, { name: walletName ?? texts.unnamed })}
          </li>
        ))}
      </ul>
      <button type="button" className="hawser-sessions-button" onClick={onDismiss}>
        {texts.dismiss}
      </button>
    </div>
  )
}
