import { accountOf, firstOfEach, type WalletAccount, type WalletAddress } from '../accounts/account.ts'
import { AddressText } from '../parts/AccountName.tsx'
import { nameAccount, nameNetwork, useWords } from '../words/words.ts'

type Choice = {
  readonly accounts: readonly WalletAccount[]
  readonly offered: readonly WalletAddress[]
  readonly chosen: readonly string[]
  readonly onToggle: (address: string) => void
}

/** More than fit a phone together with what else is asked. */
const manyAddresses = 4

/** Addresses to choose from: those that are ticked are seen. Of many, those of other accounts fold away. */
export function AddressChoice(props: Choice & { readonly legend: string; readonly isOpen: boolean }) {
  const { accounts, offered, chosen } = props
  const { messages } = useWords()
  const isOfSeveral = new Set(offered.map(({ namespace }) => namespace)).size > 1
  const first = new Set(firstOfEach(offered).map(({ address }) => accountOf(accounts, address)))
  const isFirst = ({ address }: WalletAddress) =>
    offered.length <= manyAddresses || first.has(accountOf(accounts, address))
  const others = offered.filter((each) => !isFirst(each))
  return (
    <fieldset aria-label={props.legend} disabled={!props.isOpen}>
      <Options {...props} offered={offered.filter(isFirst)} isOfSeveral={isOfSeveral} />
      {others.length > 0 && (
        // What is ticked is in sight when the choice appears anew.
        <details open={others.some(({ address }) => chosen.includes(address)) || undefined}>
          <summary>{messages.otherAccounts}</summary>
          <Options {...props} offered={others} isOfSeveral={isOfSeveral} />
        </details>
      )}
      {isOfSeveral && <p className="quiet">{messages.seenTogether}</p>}
    </fieldset>
  )
}

function Options({ accounts, offered, chosen, onToggle, isOfSeveral }: Choice & { readonly isOfSeveral: boolean }) {
  const words = useWords()
  return offered.map(({ namespace, address }) => {
    const account = accountOf(accounts, address)
    const name = account === undefined ? '' : nameAccount(words, account)
    return (
      <label key={address} className="option">
        <input type="checkbox" name="address" checked={chosen.includes(address)} onChange={() => onToggle(address)} />
        <span>
          <strong>{isOfSeveral ? `${name} · ${nameNetwork(namespace)}` : name}</strong>
          <AddressText address={address} />
        </span>
      </label>
    )
  })
}
