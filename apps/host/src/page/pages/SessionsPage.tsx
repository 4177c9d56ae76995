import { useCallback, useRef, useState } from 'react'
import type { Answer, PageSession } from '../client/hostClient.ts'
import { useAnswer } from '../client/useAnswer.ts'
import { fill } from '../texts/fill.ts'
import { LoadState } from './LoadState.tsx'
import { usePage } from './pageContext.ts'
import { Time } from './Time.tsx'

/** Where the visitor uses the page, and the way to end that. */
export function SessionsPage() {
  const { client, texts } = usePage()
  const { asked, reload } = useAnswer(useCallback(() => client.sessions(), [client]))
  const [isFailed, setIsFailed] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const end = async (asking: Promise<Answer<undefined>>) => {
    const answer = await asking
    // One that had ended by itself is what was wanted.
    setIsFailed(!answer.isDone && answer.code !== 'not_found')
    // The pressed button goes; the focus must not fall to the top of the page.
    title.current?.focus()
    reload()
  }
  return (
    <>
      <section className="intro">
        <h1 ref={title} tabIndex={-1}>
          {texts.sessions}
        </h1>
        <p>{texts.sessionsIntro}</p>
      </section>
      <div className="card">
        {isFailed && (
          <p className="problem" role="alert">
            {texts.failed}
          </p>
        )}
        {asked.status === 'ready' ? (
          <>
            <ul className="rows">
              {asked.value.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => void end(client.endSession(session.id))} />
              ))}
            </ul>
            <div className="card-foot">
              {asked.value.length > 1 ? (
                <button
                  type="button"
                  className="button"
                  data-kind="danger"
                  onClick={() => void end(client.endOtherSessions())}
                >
                  {texts.endOthers}
                </button>
              ) : (
                <p>{texts.onlySession}</p>
              )}
            </div>
          </>
        ) : (
          <LoadState isFailed={asked.status === 'failed'} failure={texts.sessionsFailed} onRetry={reload} />
        )}
      </div>
    </>
  )
}

function SessionRow({ session, onEnd }: { readonly session: PageSession; readonly onEnd: () => void }) {
  const { texts } = usePage()
  const { browser = texts.unknownBrowser, system, startedAt, seenAt, isCurrent } = session
  const name = system === undefined ? browser : fill(texts.browserOnSystem, { browser, system })
  return (
    <li className="session">
      <div className="wallet-text">
        <h2>
          <bdi>{name}</bdi>
          {isCurrent && <span className="badge">{texts.thisSession}</span>}
        </h2>
        <p>
          <Time at={startedAt} text={texts.began} /> · <Time at={seenAt} text={texts.seen} />
        </p>
      </div>
      {!isCurrent && (
        <button type="button" className="button" aria-label={`${texts.endSession}: ${name}`} onClick={onEnd}>
          {texts.endSession}
        </button>
      )}
    </li>
  )
}
