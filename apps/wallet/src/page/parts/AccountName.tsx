import type { WalletAccount } from '../accounts/account.ts'
import { nameAccount, useWords } from '../words/words.ts'

/** An account's name, and where it comes from when that is not this wallet. */
export function AccountName({ account }: { readonly account: WalletAccount }) {
  return (
    <>
      <strong className="name">
        <bdi>{nameAccount(useWords(), account)}</bdi>
      </strong>
      <OriginTag account={account} />
    </>
  )
}

/** Where an account comes from; nothing for the wallet's own. */
export function OriginTag({ account: { origin } }: { readonly account: WalletAccount }) {
  const { messages } = useWords()
  return messages.origins[origin] === '' ? null : <span className="tag">{messages.origins[origin]}</span>
}
