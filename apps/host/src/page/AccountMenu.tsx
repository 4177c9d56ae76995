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
  const name = accountName ?? visitorLabel
  const signOut = async () => {
    const answer = await client.signOut()
    setIsFailed(!answer.isDone)
    if (answer.isDone) onVisitorChanged()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears keys, presses and focus of the controls in it
    <div
      className="account"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        setIsOpen(false)
        button.current?.focus()
      }}
      onMouseDown={(event) => {
        // Safari focuses no pressed link or button: the focus would leave, and the menu close before the click.
        event.preventDefault()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className="button account-button"
        aria-label={`${texts.account} ${name}`}
        aria-expanded={isOpen}
        aria-controls={menu}
        onClick={(event) => {
          // No press moves the focus here, and the menu closes when the focus leaves it.
          event.currentTarget.focus()
          setIsOpen(!isOpen)
        }}
      >
        <bdi>{name}</bdi>
      </button>
      <div id={menu} className="card menu" hidden={!isOpen}>
        <p className="quiet">{accountName === undefined ? texts.anonymous : texts.signedIn}</p>
        {accountName === undefined ? (
          <>
            <a href="#sign-up">{texts.signUp}</a>
            <a href="#sign-in">{texts.signIn}</a>
          </>
        ) : (
          <>
            <a href="#sessions">{texts.sessions}</a>
            <button type="button" onClick={() => void signOut()}>
              {texts.signOut}
            </button>
          </>
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
