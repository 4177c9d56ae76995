import type { WalletAccount } from '../accounts/account.ts'
import { nameAccount, useWords } from '../words/words.ts'
import { Given } from './controls.tsx'

/** An account's name, and where it comes from when that is not this wallet. */
export function AccountName({ account }: { readonly account: WalletAccount }) {
  return (
    <>
      <Given>{nameAccount(useWords(), account)}</Given>
      <OriginTag account={account} />
    </>
  )
}

/** Where an account comes from; nothing for the wallet's own. */
export function OriginTag({ account: { origin } }: { readonly account: WalletAccount }) {
  const { messages } = useWords()
  return messages.origins[origin] === '' ? null : <span className="tag">{messages.origins[origin]}</span>
}

/** An address in full, in groups of six so that it can be compared by eye. Copying it gives the plain address. */
export function AddressText({ address }: { readonly address: string }) {
  return (
    <span className="address" data-testid="address" dir="ltr" translate="no">
      {(address.match(/.{1,6}/g) ?? []).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never move
        <span key={index}>{group}</span>
      ))}
    </span>
  )
}
