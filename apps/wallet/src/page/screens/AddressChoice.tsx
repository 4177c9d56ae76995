import { accountOf, firstPerNamespace, type WalletAddress } from '../accounts/account.ts'
import type { ScreenProps } from '../flow/walletState.ts'
import { AddressText } from '../parts/AddressText.tsx'
import { useSend } from '../parts/controls.tsx'
import { nameAccount, networks, useWords } from '../words/words.ts'

/** The addresses that the app could see. */
type Choice = ScreenProps<'proposal'> & { readonly offered: readonly WalletAddress[] }

/** More addresses than fit on a phone together with the rest of the question. */
const manyAddresses = 4

/** The addresses to choose from: the app sees the ticked ones. In a long list, addresses of further accounts are folded. */
export function AddressChoice(props: Choice) {
  const { state, screen, offered } = props
  const { accounts } = state
  const { messages } = useWords()
  const isOfSeveral = new Set(offered.map(({ namespace }) => namespace)).size > 1
  const first = new Set(firstPerNamespace(offered).map(({ address }) => accountOf(accounts, address)))
  const isFirst = ({ address }: WalletAddress) =>
    offered.length <= manyAddresses || first.has(accountOf(accounts, address))
  const others = offered.filter((each) => !isFirst(each))
  return (
    <fieldset aria-label={messages.chooseAccounts} disabled={screen.answer !== undefined}>
      <Options {...props} offered={offered.filter(isFirst)} isOfSeveral={isOfSeveral} />
      {others.length > 0 && (
        // Open if a folded address is ticked, so that no ticked address is hidden when the choice appears again.
        <details open={others.some(({ address }) => screen.chosen.includes(address)) || undefined}>
          <summary className="quiet">{messages.otherAccounts}</summary>
          <Options {...props} offered={others} isOfSeveral={isOfSeveral} />
        </details>
      )}
      {isOfSeveral && <p className="quiet">{messages.seenTogether}</p>}
    </fieldset>
  )
}

function Options({ state, screen, offered, isOfSeveral }: Choice & { readonly isOfSeveral: boolean }) {
  const words = useWords()
  const send = useSend()
  return offered.map(({ namespace, address }) => {
    const account = accountOf(state.accounts, address)
    const name = account === undefined ? '' : nameAccount(words, account)
    return (
      <label key={address} className="option row">
        <input
          type="checkbox"
          name="address"
          checked={screen.chosen.includes(address)}
          onChange={() => send({ type: 'addressToggled', address })}
        />
        <span>
          <strong>{isOfSeveral ? `${name} · ${networks[namespace]}` : name}</strong>
          <AddressText address={address} />
        </span>
      </label>
    )
  })
}
