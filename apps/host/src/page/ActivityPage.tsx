import { useCallback, useState } from 'react'
import { chainNameOf } from './chainName.ts'
import type { PageHistory } from './hostClient.ts'
import { LoadState } from './LoadState.tsx'
import { usePage } from './pageContext.ts'
import { Time } from './Time.tsx'
import { useAnswer } from './useAnswer.ts'

/** What happened to the visitor's wallets. */
export function ActivityPage() {
  const { client, texts } = usePage()
  const { asked, reload } = useAnswer(useCallback(() => client.history(undefined), [client]))
  const [older, setOlder] = useState<PageHistory | undefined>(undefined)
  const [isFailed, setIsFailed] = useState(false)
  const first = asked.status === 'ready' ? asked.value : undefined
  const events = [...(first?.events ?? []), ...(older?.events ?? [])]
  const before = older === undefined ? first?.before : older.before
  const showOlder = async () => {
    const answer = await client.history(before)
    setIsFailed(!answer.isDone)
    if (!answer.isDone) return
    setOlder({ events: [...(older?.events ?? []), ...answer.value.events], before: answer.value.before })
  }
  return (
    <>
      <section className="intro">
        <h1 tabIndex={-1}>{texts.activity}</h1>
        <p>{texts.activityIntro}</p>
      </section>
      <div className="card">
        {first === undefined ? (
          <LoadState isFailed={asked.status === 'failed'} failure={texts.activityFailed} onRetry={reload} />
        ) : events.length === 0 ? (
          <p className="empty">{texts.noActivity}</p>
        ) : (
          <ol className="rows">
            {events.map(({ number, type, at, accountId, walletName }) => (
              <li key={number} className="event">
                <h2>
                  {texts.events[type]}: <bdi>{walletName ?? texts.wallet}</bdi>
                </h2>
                <p>
                  <Time at={at} /> · {chainNameOf(accountId)}
                </p>
                <code dir="ltr">{accountId}</code>
              </li>
            ))}
          </ol>
        )}
        {before !== undefined && (
          <div className="card-foot">
            <button type="button" className="button" onClick={() => void showOlder()}>
              {texts.older}
            </button>
            {isFailed && <p role="alert">{texts.failed}</p>}
          </div>
        )}
      </div>
    </>
  )
}
