import { useId, useRef, useState } from 'react'
import { usePage } from './pages/pageContext.ts'

/** Who the visitor is, and what they can do about it. */
export function AccountMenu() {
  const { pageData, client, texts, onVisitorChanged } = usePage()
  const { accountName, visitorLabel } = pageData
  const [isOpen, setIsOpen] = useState(false)
  const [isFailed, setIsFailed] = useState(false)
  const menu = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setIsOpen(false)
  const signOut = async () => {
    const answer = await client.signOut()
    setIsFailed(!answer.isDone)
    if (answer.isDone) onVisitorChanged()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears keys and focus of the controls in it
    <div
      className="account"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        close()
        button.current?.focus()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <button
        ref={button}
        type="button"
        className="account-button"
        aria-expanded={isOpen}
        aria-controls={menu}
        onClick={(event) => {
          // Safari does not focus a pressed button, and the menu closes when the focus leaves it.
          event.currentTarget.focus()
          setIsOpen(!isOpen)
        }}
      >
        <span className="visitor-dot" aria-hidden="true" />
        <span className="only-read">{texts.account} </span>
        <bdi className="account-name">{accountName ?? visitorLabel}</bdi>
      </button>
      <div id={menu} className="menu" hidden={!isOpen}>
        <p className="menu-title">{accountName === undefined ? texts.anonymous : texts.signedIn}</p>
        {accountName === undefined ? (
          <>
            <a className="menu-item" href="#sign-up">
              {texts.signUp}
            </a>
            <a className="menu-item" href="#sign-in">
              {texts.signIn}
            </a>
          </>
        ) : (
          <>
            <a className="menu-item" href="#sessions">
              {texts.sessions}
            </a>
            <button type="button" className="menu-item" onClick={() => void signOut()}>
              {texts.signOut}
            </button>
            {isFailed && (
              <p className="menu-problem" role="alert">
                {texts.failed}
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}
