import type { KeptSession } from '@hawser/core'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { chainName } from '../messages/chainName.ts'
import { fill } from '../messages/fill.ts'
import type { SessionsMessages } from '../messages/sessions/en.ts'
import { shortAccount } from '../messages/shortAccount.ts'
import { hueOf, useLoadableImage } from '../modal/wallet/WalletImage.tsx'
import { initials } from '../modal/wallet/walletName.ts'
import { Confirm } from './Confirm.tsx'

export type SessionRowProps = {
  readonly session: KeptSession
  readonly texts: SessionsMessages
  readonly isAsked: boolean
  readonly onAsk: (isAsked: boolean) => void
  readonly onRevoke: () => void
  /** Called when the row disappears while it contains the focus. */
  readonly onFocusLost: () => void
}

/** One connected wallet: its own name, the page's rights, and a button to end the session. */
export function SessionRow({ session, texts, isAsked, onAsk, onRevoke, onFocusLost }: SessionRowProps) {
  const { walletName, imageUrl, accounts, chains, methods, expiresAt } = session
  const name = walletName ?? texts.unnamed
  const title = useId()
  const row = useRef<HTMLLIElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const focusLost = useRef(onFocusLost)
  useLayoutEffect(() => {
    focusLost.current = onFocusLost
  })
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (element?.contains(document.activeElement)) focusLost.current()
    }
  }, [])
  const addresses = [...new Map(accounts.map((account) => [account.slice(account.lastIndexOf(':') + 1), account]))]
  return (
    <li ref={row} className="hawser-session" aria-labelledby={title}>
      <div className="hawser-session-head">
        <SessionImage name={name} imageUrl={imageUrl} />
        <div className="hawser-session-who">
          <h3 id={title}>
            <bdi>{name}</bdi>
          </h3>
          <Host session={session} texts={texts} />
        </div>
      </div>
      <button
        ref={trigger}
        type="button"
        className="hawser-sessions-button"
        aria-label={fill(texts.disconnectWallet, { name })}
        aria-expanded={isAsked}
        onClick={() => onAsk(!isAsked)}
      >
        {texts.disconnect}
      </button>
      {isAsked && (
        <Confirm
          question={fill(texts.confirmOne, { name })}
          action={texts.disconnect}
          texts={texts}
          onConfirm={onRevoke}
          onCancel={() => {
            onAsk(false)
            trigger.current?.focus()
          }}
        />
      )}
      <dl className="hawser-session-grants">
        <Grants label={texts.accounts} isShown={addresses.length > 0}>
          {addresses.map(([address, account]) => (
            <code key={address} dir="ltr" title={address}>
              {shortAccount(account)}
            </code>
          ))}
        </Grants>
        <Grants label={texts.networks} isShown={chains.length > 0}>
          {chains.map((chain) => (
            <span key={chain} dir="ltr" title={chain}>
              {chainName(chain)}
            </span>
          ))}
        </Grants>
        <Grants label={texts.permissions} isShown={methods.length > 0}>
          {methods.map((method) => (
            <code key={method} dir="ltr">
              {method}
            </code>
          ))}
        </Grants>
        <Grants label={texts.expires} isShown>
          <time dateTime={new Date(expiresAt).toISOString()}>{formatDay(expiresAt, texts.language)}</time>
        </Grants>
      </dl>
    </li>
  )
}

function Host({ session, texts }: Pick<SessionRowProps, 'session' | 'texts'>) {
  const { host, isHostVerified } = session
  if (host === undefined) return null
  if (!isHostVerified) return <p>{fill(texts.hostClaimed, { host })}</p>
  return (
    <p data-verified="" title={texts.verifiedDetail}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m5 13 4 4L19 7" />
      </svg>
      {fill(texts.hostVerified, { host })}
      <span className="hawser-sessions-hidden"> {texts.verifiedDetail}</span>
    </p>
  )
}

function Grants(props: { readonly label: string; readonly isShown: boolean; readonly children: ReactNode }) {
  if (!props.isShown) return null
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}

function SessionImage({ name, imageUrl }: { readonly name: string; readonly imageUrl: string | undefined }) {
  const [shownUrl, giveUp] = useLoadableImage(imageUrl)
  return (
    <span className="hawser-session-image" data-hue={hueOf(name)} aria-hidden="true">
      {shownUrl === undefined ? (
        initials(name)
      ) : (
        <img src={shownUrl} alt="" width={44} height={44} referrerPolicy="no-referrer" onError={giveUp} />
      )}
    </span>
  )
}

function formatDay(time: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(time)
}
