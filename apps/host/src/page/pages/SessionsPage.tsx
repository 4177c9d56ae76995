import { useEffect, useRef, useState } from 'react'
import type { Answer, PageSession } from '../client/hostClient.ts'
import { fill } from '../texts/fill.ts'
import { usePage } from './pageContext.ts'

/** Lists the browsers in which the visitor uses the page, and ends their sessions. */
export function SessionsPage() {
  const { client, texts } = usePage()
  const [asked, setAsked] = useState<Answer<readonly PageSession[]> | undefined>(undefined)
  const [askedTimes, setAskedTimes] = useState(0)
  const [isFailed, setIsFailed] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `askedTimes` asks again
  useEffect(() => {
    // An answer that a later request has overtaken is ignored.
    let isCurrent = true
    void client.sessions().then((answer) => isCurrent && setAsked(answer))
    return () => {
      isCurrent = false
    }
  }, [client, askedTimes])
  const reload = () => setAskedTimes(askedTimes + 1)
  const end = async (asking: Promise<Answer<undefined>>) => {
    const answer = await asking
    // A session that has already ended is a success.
    setIsFailed(!answer.isDone && answer.code !== 'not_found')
    // The pressed button disappears, and the focus must not fall to the top of the page.
    title.current?.focus()
    setAskedTimes((times) => times + 1)
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
          <p className="card-part problem" role="alert">
            {texts.failed}
          </p>
        )}
        {asked === undefined && (
          <p className="card-part quiet" role="status">
            {texts.loading}
          </p>
        )}
        {asked?.isDone === false && (
          <div className="notice" role="alert">
            <p>{texts.sessionsFailed}</p>
            <button type="button" className="button" onClick={reload}>
              {texts.retry}
            </button>
          </div>
        )}
        {asked?.isDone && (
          <>
            <ul className="rows">
              {asked.value.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => void end(client.endSession(session.id))} />
              ))}
            </ul>
            <div className="card-part">
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
                <p className="quiet">{texts.onlySession}</p>
              )}
            </div>
          </>
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
    <li className="card-part line">
      <div className="grow">
        <h2 className="line">
          <bdi>{name}</bdi>
          {isCurrent && <span className="badge">{texts.thisSession}</span>}
        </h2>
        <p className="quiet">
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

/** A time (epoch milliseconds) inside a text such as `Linked {time}`. */
function Time({ at, text }: { readonly at: number; readonly text: string }) {
  const { locale } = usePage()
  const [before, after] = text.split('{time}', 2)
  // English times follow the visitor's region.
  const tag = locale === 'en' ? navigator.languages.find((each) => /^en\b/i.test(each)) : locale
  const format = new Intl.DateTimeFormat(tag ?? locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      {before}
      <time dateTime={new Date(at).toISOString()}>{format.format(at)}</time>
      {after}
    </>
  )
}
