import type { WalletAccount } from '../accounts/account.ts'
import type { Address } from '../accounts/ethereumAccount.ts'
import { AddressText } from '../parts/AddressText.tsx'
import { nameAccount, useWords } from '../words/words.ts'

/** Accounts to choose one from, by their Ethereum address. */
export function AccountChoice(props: {
  readonly legend: string
  readonly accounts: readonly WalletAccount[]
  readonly chosen: string
  readonly isOpen: boolean
  readonly onChoose: (address: Address) => void
}) {
  const { accounts, chosen, isOpen, onChoose } = props
  const words = useWords()
  return (
    <fieldset className="choice" aria-label={props.legend} disabled={!isOpen}>
      {accounts.map((account) => (
        <label key={account.address} className="option">
          <input
            type="radio"
            name="account"
            checked={account.address === chosen}
            onChange={() => onChoose(account.address)}
          />
          <span>
            <strong>{nameAccount(words, account)}</strong>
            <AddressText address={account.address} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
