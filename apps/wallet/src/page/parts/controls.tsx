import { createContext, type ReactNode, useContext } from 'react'
import type { Press, Send, WalletEvent } from '../flow/walletState.ts'
import { Icon, type IconName } from './Icon.tsx'

export const SendContext = createContext<Send>(() => {})

/** Returns the function that reports events to the wallet. */
export function useSend(): Send {
  return useContext(SendContext)
}

/** A button that sends one event to the wallet, or several in order. */
export function Button(props: {
  readonly sends: Press | WalletEvent | readonly (Press | WalletEvent)[]
  /** Further classes, for example `primary`, `danger` or `small`. */
  readonly kind?: string
  readonly isOff?: boolean
  readonly label?: string
  readonly icon?: IconName
  readonly text?: string
}) {
  const { sends, kind = '', isOff = false, label, icon, text } = props
  const send = useSend()
  return (
    <button
      type="button"
      className={`button ${kind}`}
      disabled={isOff}
      aria-label={label}
      onClick={() => {
        for (const each of [sends].flat()) send(typeof each === 'string' ? { type: each } : each)
      }}
    >
      {icon && <Icon name={icon} />}
      {icon && text && ' '}
      {text}
    </button>
  )
}

/** A form that sends its one field, `text`, to the wallet. */
export function TextForm(props: {
  readonly sends: 'linkGiven' | 'nameGiven' | 'phraseGiven'
  readonly className: string
  readonly children: ReactNode
}) {
  const send = useSend()
  return (
    <form
      className={props.className}
      onSubmit={(event) => {
        event.preventDefault()
        const text = new FormData(event.currentTarget).get('text')
        send({ type: props.sends, text: typeof text === 'string' ? text : '' })
      }}
    >
      {props.children}
    </form>
  )
}

/** A message in the colour of its kind. */
export function Notice(props: {
  readonly kind: 'good' | 'warn' | 'bad'
  readonly id?: string | undefined
  readonly children: ReactNode
}) {
  const { kind, id, children } = props
  return (
    <div className={`notice row ${kind}`} role={kind === 'bad' ? 'alert' : undefined} id={id}>
      <Icon name={kind === 'good' ? 'check' : 'warning'} />
      <div>{children}</div>
    </div>
  )
}

/** The icon of a screen, above its title. */
export function ScreenIcon({ icon, kind = '' }: { readonly icon: IconName; readonly kind?: 'good' | 'bad' | '' }) {
  return (
    <span className={`emblem ${kind}`}>
      <Icon name={icon} />
    </span>
  )
}

/** A name or an address that comes from an app or a text. */
export function UntrustedText({ children }: { readonly children: ReactNode }) {
  return (
    <strong>
      <bdi>{children}</bdi>
    </strong>
  )
}
