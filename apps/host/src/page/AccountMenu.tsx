import { useId, useRef, useState } from 'react'
import { usePage } from './pages/pageContext.ts'

/** Shows the visitor's name, and the actions on their account. */
export function AccountMenu() {
  const { pageData, client, texts, onVisitorChanged } = usePage()
  const { accountName, visitorLabel } = pageData
  const [isOpen, setIsOpen] = useState(false)
  const [isFailed, setIsFailed] = useState(false)
  const menu = useId()
  const button = useRef<HTMLButtonElement>(null)
  const signOut = async () => {
    const answer = await client.signOut()
    setIsFailed(!answer.isDone)
    if (answer.isDone) onVisitorChanged()
  }
  const links = accountName === undefined ? (['sign-up', 'sign-in'] as const) : (['sessions'] as const)
  const names = { 'sign-up': texts.signUp, 'sign-in': texts.signIn, sessions: texts.sessions }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears keys and focus of the controls in it
    <div
      className="account"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        setIsOpen(false)
        button.current?.focus()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className="button account-button"
        aria-expanded={isOpen}
        aria-controls={menu}
        onClick={(event) => {
          // Safari does not focus a pressed button, and the menu closes when the focus leaves it.
          event.currentTarget.focus()
          setIsOpen(!isOpen)
        }}
      >
        <span className="only-read">{texts.account} </span>
        <bdi className="account-name">{accountName ?? visitorLabel}</bdi>
      </button>
      <div id={menu} className="card menu" hidden={!isOpen}>
        <p className="quiet">{accountName === undefined ? texts.anonymous : texts.signedIn}</p>
        {links.map((route) => (
          <a key={route} className="menu-item" href={`#${route}`}>
            {names[route]}
          </a>
        ))}
        {accountName !== undefined && (
          <button type="button" className="menu-item" onClick={() => void signOut()}>
            {texts.signOut}
          </button>
        )}
        {isFailed && (
          <p className="problem" role="alert">
            {texts.failed}
          </p>
        )}
      </div>
    </div>
  )
}
