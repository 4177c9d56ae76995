import { type EndedSession, reloadPage } from '@hawser/core'
import { useEffect, useId, useRef, useState } from 'react'
import { PartBoundary } from '../failure/PartBoundary.tsx'
import { useLinkerContext } from '../linker/context.ts'
import { useTheme } from '../linker/useTheme.ts'
import { buttonTexts } from '../messages/button.ts'
import { fill } from '../messages/fill.ts'
import { loadSessionsMessages } from '../messages/loadSessionsMessages.ts'
import { en, type SessionsMessages } from '../messages/sessions/en.ts'
import { useThemeVariables } from '../modal/dialog/useThemeVariables.ts'
import { languagesOfPage } from '../provider/useMessages.ts'
import { Confirm } from './Confirm.tsx'
import { SessionRow } from './SessionRow.tsx'
import { useSessions } from './useSessions.ts'

const all = 'all'

/**
 * Every wallet that is connected to the page: its own name, its grants and their end, and buttons to disconnect one wallet or
 * all. Part of the page, for linkers with `session.keep`.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function Sessions() {
  const texts = useSessionsMessages()
  return (
    <PartBoundary part="sessions" text={texts.failed}>
      <ShownSessions />
    </PartBoundary>
  )
}

function ShownSessions() {
  const { themeMode, theme, themeVariables } = useTheme()
  const { status, sessions, ended, errorCode, revoke, revokeAll, dismissEnded, retry } = useSessions()
  const texts = useSessionsMessages()
  const { pageOutdated = buttonTexts.pageOutdated, reload = buttonTexts.reload } = useLinkerContext().messages
  const isOutdated = errorCode === 'page_outdated'
  /** The topic of the session that the next press can end, or `all`. */
  const [asked, setAsked] = useState<string>()
  const [lastChange, setLastChange] = useState('')
  const section = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const allTrigger = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  useThemeVariables(section, themeVariables)

  const focusTitle = () => title.current?.focus()
  const isAllAsked = asked === all && sessions.length > 1
  return (
    <section
      ref={section}
      className="hawser-sessions"
      lang={texts.language}
      dir={texts.direction}
      data-theme={themeMode ?? 'auto'}
      data-hawser-theme={theme}
      translate="no"
      aria-labelledby={titleId}
      aria-busy={status === 'loading'}
    >
      <div className="hawser-sessions-head">
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {texts.title}
        </h2>
        {sessions.length > 1 && (
          <button
            ref={allTrigger}
            type="button"
            className="hawser-sessions-button"
            aria-expanded={isAllAsked}
            onClick={() => setAsked(isAllAsked ? undefined : all)}
          >
            {texts.disconnectAll}
          </button>
        )}
      </div>
      {isAllAsked && (
        <Confirm
          question={texts.confirmAll}
          action={texts.disconnectAll}
          texts={texts}
          onConfirm={() => {
            setAsked(undefined)
            setLastChange(texts.allDisconnected)
            focusTitle()
            revokeAll()
          }}
          onCancel={() => {
            setAsked(undefined)
            allTrigger.current?.focus()
          }}
        />
      )}
      <div role="status">
        <Ended
          ended={ended}
          texts={texts}
          onDismiss={() => {
            focusTitle()
            dismissEnded()
          }}
        />
      </div>
      {status === 'failed' && (
        <div className="hawser-sessions-notice" role="alert">
          <p>{isOutdated ? pageOutdated : texts.failed}</p>
          <button type="button" className="hawser-sessions-button" onClick={isOutdated ? reloadPage : retry}>
            {isOutdated ? reload : texts.retry}
          </button>
        </div>
      )}
      {sessions.length > 0 ? (
        <ul className="hawser-sessions-list">
          {sessions.map((session) => (
            <SessionRow
              key={session.topic}
              session={session}
              texts={texts}
              isAsked={asked === session.topic}
              onAsk={(isAsked) => setAsked(isAsked ? session.topic : undefined)}
              onRevoke={() => {
                setAsked(undefined)
                setLastChange(fill(texts.disconnected, { name: session.walletName ?? texts.unnamed }))
                focusTitle()
                revoke(session.topic)
              }}
              onFocusLost={focusTitle}
            />
          ))}
        </ul>
      ) : (
        status !== 'failed' && (
          <p className="hawser-sessions-notice">{status === 'loading' ? texts.loading : texts.empty}</p>
        )
      )}
      <p className="hawser-sessions-hidden" role="status">
        {lastChange}
      </p>
    </section>
  )
}

/** The wallets that disconnected on their own, also while the page was closed. */
function Ended(props: {
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

/** The texts in the modal's language, overridden by the host app's own. English until they are loaded. */
function useSessionsMessages(): SessionsMessages {
  const { messages, locale } = useLinkerContext()
  const [dictionary, setDictionary] = useState<SessionsMessages>(en)
  const { language } = messages
  useEffect(() => {
    let isWanted = true
    const tags = language !== undefined ? [language] : locale === 'auto' ? languagesOfPage() : [locale]
    loadSessionsMessages(tags).then((found) => isWanted && setDictionary(found))
    return () => {
      isWanted = false
    }
  }, [language, locale])
  return { ...dictionary, ...messages.sessions }
}
