import type { ReactNode } from 'react'
import { useWords } from '../words/words.ts'
import { Icon } from './Icon.tsx'

/** The page around each screen: name, warning, and the screen itself. */
export function Frame(props: { readonly relay?: ReactNode; readonly children: ReactNode }) {
  const { messages } = useWords()
  return (
    <div className="frame column">
      <header className="row wraps spread">
        <p className="brand row">
          <Icon name="hawser" /> {messages.name}
        </p>
        <p className="quiet" role="status">
          {props.relay}
        </p>
        <p className="banner row warn">
          <Icon name="warning" />
          <span>
            <strong>{messages.demo}</strong> – {messages.demoNotice}
          </span>
        </p>
      </header>
      <main className="column">{props.children}</main>
    </div>
  )
}

/** Moves the focus to a heading that appears, and makes it the page's title. */
// A `<title>` element would come after the one of index.html, which the page needs before its first screen.
function announce(heading: HTMLHeadingElement | null): void {
  if (heading === null) return
  heading.focus()
  document.title = `${heading.textContent} · Hawser Demo Wallet`
}

/** The heading of a screen; also the page's title. */
export function Title({ children }: { readonly children: string }) {
  return (
    <h1 className="title" tabIndex={-1} ref={announce}>
      {children}
    </h1>
  )
}
