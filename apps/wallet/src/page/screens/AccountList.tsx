import type { WalletAccount } from '../accounts/account.ts'
import { maxAccounts } from '../accounts/storedAccounts.ts'
import type { Send } from '../flow/send.ts'
import { AccountName } from '../parts/AccountName.tsx'
import { Icon } from '../parts/Icon.tsx'
import { fill, nameAccount, nameNetwork, useWords } from '../words/words.ts'

/** The accounts, and the ways to more of them. */
export function AccountList({ accounts, send }: { readonly accounts: readonly WalletAccount[]; readonly send: Send }) {
  const { messages } = useWords()
  const isFull = accounts.length >= maxAccounts
  return (
    <section className="card" aria-labelledby="accounts">
      <h2 id="accounts">{messages.accounts}</h2>
      <ul className="list">
        {accounts.map((account) => (
          <AccountRow key={account.address} account={account} send={send} />
        ))}
      </ul>
      <div className="actions">
        <button
          type="button"
          className="button small"
          disabled={isFull}
          onClick={() => send({ type: 'addAccountChosen' })}
        >
          <Icon name="plus" /> {messages.addAccount}
        </button>
        <button type="button" className="button small" disabled={isFull} onClick={() => send({ type: 'importChosen' })}>
          <Icon name="import" /> {messages.importPhrase}
        </button>
      </div>
    </section>
  )
}

function AccountRow({ account, send }: { readonly account: WalletAccount; readonly send: Send }) {
  const words = useWords()
  const { messages } = words
  return (
    <li className="entry">
      <div className="grow">
        <p className="row">
          <AccountName account={account} />
        </p>
        <dl className="places">
          {account.addresses.map(({ namespace, address }) => (
            <div key={namespace}>
              <dt>{nameNetwork(namespace)}</dt>
              <dd dir="ltr" translate="no" data-testid="short-address">
                {address.slice(0, 6)}…{address.slice(-4)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <button
        type="button"
        className="button small"
        aria-label={fill(messages.detailsOf, { account: nameAccount(words, account) })}
        onClick={() => send({ type: 'accountChosen', address: account.address })}
      >
        {messages.details}
      </button>
    </li>
  )
}
