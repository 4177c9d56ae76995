import type { Send } from '../App.tsx'
import { maxAccounts, type WalletAccount } from '../keyring.ts'
import type { Copied } from '../walletState.ts'
import { fill, nameAccount, useWords } from '../words.ts'
import { Icon } from './Icon.tsx'
import { AddressText } from './parts.tsx'

/** The accounts, and the ways to more of them. */
export function AccountList(props: {
  readonly accounts: readonly WalletAccount[]
  readonly copied: Copied | undefined
  readonly send: Send
}) {
  const { accounts, copied, send } = props
  const { messages } = useWords()
  return (
    <section className="card" aria-labelledby="accounts">
      <h2 id="accounts">{messages.accounts}</h2>
      <ul className="list">
        {accounts.map((account, index) => (
          <AccountRow key={account.address} account={account} number={index + 1} copied={copied} send={send} />
        ))}
      </ul>
      <p className="quiet status" role="status">
        {copied?.isCopied === true && messages.copied}
        {copied?.isCopied === false && messages.copyFailed}
      </p>
      <div className="actions">
        <button
          type="button"
          className="button small"
          disabled={accounts.length >= maxAccounts}
          onClick={() => send({ type: 'addAccountChosen' })}
        >
          <Icon name="plus" /> {messages.addAccount}
        </button>
        <button
          type="button"
          className="button small"
          disabled={accounts.length >= maxAccounts}
          onClick={() => send({ type: 'importChosen' })}
        >
          <Icon name="import" /> {messages.importPhrase}
        </button>
      </div>
    </section>
  )
}

function AccountRow(props: {
  readonly account: WalletAccount
  readonly number: number
  readonly copied: Copied | undefined
  readonly send: Send
}) {
  const { account, number, copied, send } = props
  const { address, origin } = account
  const words = useWords()
  const { messages } = words
  const name = nameAccount(words, number)
  const isCopied = copied?.isCopied === true && copied.address === address
  return (
    <li className="entry">
      <div className="grow">
        <p className="row">
          <strong>{name}</strong>
          {messages.origins[origin] !== '' && <span className="tag">{messages.origins[origin]}</span>}
        </p>
        <AddressText address={address} />
      </div>
      <div className="row">
        {origin !== 'key' && (
          <button
            type="button"
            className="button small square"
            aria-label={fill(messages.showPhraseOf, { account: name })}
            title={messages.showPhrase}
            onClick={() => send({ type: 'phraseChosen', address })}
          >
            <Icon name="key" />
          </button>
        )}
        <button
          type="button"
          className="button small square"
          aria-label={fill(messages.copyAddressOf, { account: name })}
          title={messages.copyAddress}
          onClick={() => send({ type: 'copyChosen', address })}
        >
          <Icon name={isCopied ? 'check' : 'copy'} />
        </button>
      </div>
    </li>
  )
}
