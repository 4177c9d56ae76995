import { fill } from '../../messages/fill.ts'
import { formatTime } from '../../messages/formatTime.ts'
import { Button } from '../frame/Button.tsx'
import type { FirstViewProps } from '../frame/viewProps.ts'
import { shortTopic, shownPairing } from './shownPairing.ts'

// The lifetime of a proposal, and how long before its expiry the code is renewed. Both in seconds.
const longestSeconds = 300
const leadSeconds = 30

/**
 * Identifies the code (T-20), with its remaining time and its link to copy. The seconds are only visible:
 * the announcement mentions them twice, not each second (see announcement.ts).
 */
export function CodeCaption({ state, linker, messages }: FirstViewProps) {
  const { codeSecondsLeft, codeRenews } = state
  // Before the code is shown, there is nothing to compare or to count down.
  const pairing = state.pairingUri === undefined ? undefined : shownPairing(state)
  const [before, after] = messages.codeName.split('{topic}')
  return (
    <div className="hawser-caption">
      <div className="hawser-caption-text">
        {pairing !== undefined && (
          <p>
            {before}
            <bdi className="hawser-topic" dir="ltr">
              {shortTopic(pairing.pairingTopic)}
            </bdi>
            {after}
          </p>
        )}
        {pairing && state.account && (
          // Repeats SignedAs, because a shared component would be fetched before the code.
          <p className="hawser-account" data-account>
            {fill(messages.signedAs, { account: state.account })}
          </p>
        )}
        {pairing !== undefined && codeSecondsLeft !== undefined && (
          <p className="hawser-time" role="timer">
            <Clock share={Math.min(1, codeSecondsLeft / (longestSeconds - (codeRenews ? leadSeconds : 0)))} />
            {fill(codeRenews ? messages.codeTimeLeft : messages.codeEndsIn, {
              time: formatTime(codeSecondsLeft, messages.language),
            })}
          </p>
        )}
      </div>
      {state.pairingUri !== undefined && (
        <Button icon="copy" onPress={() => linker.copyLink()}>
          {messages.copyLink}
        </Button>
      )}
    </div>
  )
}

/** A ring that shrinks with the remaining time. The stylesheet animates its length, an attribute, from second to second. */
function Clock({ share }: { readonly share: number }) {
  const circle = { cx: 8, cy: 8, r: 6, pathLength: 100 }
  return (
    <svg className="hawser-clock" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle className="hawser-ring-track" {...circle} />
      <circle {...circle} strokeDasharray={`${Math.round(share * 100)} 100`} />
    </svg>
  )
}
