import type { Address } from '../account.ts'
import type { WalletAccount } from '../keyring.ts'
import { nameAccount, useWords } from '../words.ts'
import { AddressText } from './parts.tsx'

/** Accounts to choose from: several to be seen, or one to sign. */
export function AccountChoice(props: {
  readonly kind: 'checkbox' | 'radio'
  readonly legend: string
  readonly accounts: readonly WalletAccount[]
  readonly chosen: readonly Address[]
  readonly isOpen: boolean
  readonly onChoose: (address: Address) => void
}) {
  const { kind, accounts, chosen, isOpen, onChoose } = props
  const words = useWords()
  return (
    <fieldset className="choice" aria-label={props.legend} disabled={!isOpen}>
      {accounts.map(({ address }, index) => (
        <label key={address} className="option">
          <input type={kind} name="account" checked={chosen.includes(address)} onChange={() => onChoose(address)} />
          <span>
            <strong>{nameAccount(words, index + 1)}</strong>
            <AddressText address={address} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
