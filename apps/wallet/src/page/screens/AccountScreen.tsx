import type { SubmitEvent } from 'react'
import type { WalletAccount, WalletAddress } from '../accounts/account.ts'
import type { Send } from '../flow/send.ts'
import type { Copied } from '../flow/walletState.ts'
import { OriginTag } from '../parts/AccountName.tsx'
import { AddressText } from '../parts/AddressText.tsx'
import { Fact } from '../parts/Fact.tsx'
import { Title } from '../parts/Frame.tsx'
import { Icon } from '../parts/Icon.tsx'
import { fill, nameAccount, nameNetwork, useWords } from '../words/words.ts'

/** One account: its addresses in full, its name, its seed phrase, and the way out. */
export function AccountScreen(props: {
  readonly account: WalletAccount
  readonly isLast: boolean
  readonly copied: Copied | undefined
  readonly send: Send
}) {
  const { account, isLast, copied, send } = props
  const words = useWords()
  const { messages } = words
  return (
    <section className="card">
      <div className="row">
        <Title>{nameAccount(words, account)}</Title>
        <OriginTag account={account} />
      </div>
      <dl className="facts">
        {account.addresses.map((each) => (
          <Fact key={each.namespace} name={nameNetwork(each.namespace)}>
            <CopyableAddress address={each} copied={copied} send={send} />
          </Fact>
        ))}
      </dl>
      <p className="quiet status" role="status">
        {copied?.isCopied === true && messages.copied}
        {copied?.isCopied === false && messages.copyFailed}
      </p>
      <NameForm account={account} send={send} />
      <div className="actions">
        <button type="button" className="button small" onClick={() => send({ type: 'phraseChosen' })}>
          <Icon name="key" /> {messages.showPhrase}
        </button>
        {!isLast && (
          <button type="button" className="button small danger" onClick={() => send({ type: 'removeChosen' })}>
            <Icon name="cross" /> {messages.removeAccount}
          </button>
        )}
      </div>
      {isLast && <p className="quiet">{messages.lastStays}</p>}
      <button type="button" className="button primary wide" onClick={() => send({ type: 'dismissed' })}>
        {messages.done}
      </button>
    </section>
  )
}

function CopyableAddress(props: {
  readonly address: WalletAddress
  readonly copied: Copied | undefined
  readonly send: Send
}) {
  const { namespace, address } = props.address
  const { messages } = useWords()
  const isCopied = props.copied?.isCopied === true && props.copied.address === address
  return (
    <span className="row spread">
      <AddressText address={address} />
      <button
        type="button"
        className="button small square"
        aria-label={fill(messages.copyAddressOf, { network: nameNetwork(namespace) })}
        onClick={() => props.send({ type: 'copyChosen', address })}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
    </span>
  )
}

function NameForm({ account, send }: { readonly account: WalletAccount; readonly send: Send }) {
  const words = useWords()
  const { messages } = words
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('name')
    send({ type: 'nameGiven', text: typeof text === 'string' ? text : '' })
  }
  return (
    <form className="field" onSubmit={submit}>
      <label htmlFor="name">{messages.nameLabel}</label>
      <div className="row">
        {/* The key fills the field anew when the name has been cleaned. */}
        <input
          key={account.name}
          id="name"
          name="name"
          className="plain"
          type="text"
          dir="auto"
          maxLength={64}
          autoComplete="off"
          defaultValue={account.name}
          placeholder={nameAccount(words, { ...account, name: undefined })}
        />
        <button type="submit" className="button">
          {messages.save}
        </button>
      </div>
    </form>
  )
}
