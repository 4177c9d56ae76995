import type { WalletAccount } from '../accounts/account.ts'
import { maxAccounts } from '../accounts/storedAccounts.ts'
import { Button, UntrustedText } from '../parts/controls.tsx'
import { fill, nameAccount, networks, useWords } from '../words/words.ts'

/** The accounts, and the buttons to create or import more. */
export function AccountList({ accounts }: { readonly accounts: readonly WalletAccount[] }) {
  const { messages } = useWords()
  const isFull = accounts.length >= maxAccounts
  return (
    <section className="card column" aria-labelledby="accounts">
      <h2 id="accounts">{messages.accounts}</h2>
      <ul>
        {accounts.map((account) => (
          <AccountRow key={account.address} account={account} />
        ))}
      </ul>
      <div className="actions">
        <Button sends="addAccountChosen" kind="small" isOff={isFull} icon="plus" text={messages.addAccount} />
        <Button sends="importChosen" kind="small" isOff={isFull} icon="import" text={messages.importPhrase} />
      </div>
    </section>
  )
}

function AccountRow({ account }: { readonly account: WalletAccount }) {
  const words = useWords()
  const { messages } = words
  return (
    <li className="entry row wraps">
      <div className="grow">
        <p className="row wraps">
          <UntrustedText>{nameAccount(words, account)}</UntrustedText>
          {account.origin === 'imported' && <span className="badge">{messages.imported}</span>}
        </p>
        <dl className="places quiet">
          {account.addresses.map(({ namespace, address }) => (
            <div key={namespace} className="row">
              <dt>{networks[namespace]}</dt>
              <dd dir="ltr" translate="no" data-testid="short-address">
                {address.slice(0, 6)}…{address.slice(-4)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Button
        sends={{ type: 'accountChosen', address: account.address }}
        kind="small"
        label={fill(messages.detailsOf, { account: nameAccount(words, account) })}
        text={messages.details}
      />
    </li>
  )
}
