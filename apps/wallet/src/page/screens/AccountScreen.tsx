import { accountOf, type WalletAccount, type WalletAddress } from '../accounts/account.ts'
import type { CopyResult, ScreenProps } from '../flow/walletState.ts'
import { AddressText } from '../parts/AddressText.tsx'
import { Button, TextForm } from '../parts/controls.tsx'
import { Fact } from '../parts/Fact.tsx'
import { Title } from '../parts/Frame.tsx'
import { fill, nameAccount, networks, useWords } from '../words/words.ts'

/** One account: its full addresses, its name, its seed phrase, and a button to remove it. */
export function AccountScreen({ state: { accounts }, screen: { address, copied } }: ScreenProps<'account'>) {
  const words = useWords()
  const { messages } = words
  const account = accountOf(accounts, address)
  if (account === undefined) return null
  const isLast = accounts.length === 1
  return (
    <section className="card column">
      <div className="row wraps">
        <Title>{nameAccount(words, account)}</Title>
        {account.origin === 'imported' && <span className="badge">{messages.imported}</span>}
      </div>
      <dl className="box">
        {account.addresses.map((each) => (
          <Fact key={each.namespace} name={networks[each.namespace]}>
            <CopyableAddress address={each} copied={copied} />
          </Fact>
        ))}
      </dl>
      <p className="quiet status" role="status">
        {copied?.isCopied === true && messages.copied}
        {copied?.isCopied === false && messages.copyFailed}
      </p>
      <NameForm account={account} />
      <div className="actions">
        <Button sends="phraseChosen" kind="small" icon="key" text={messages.showPhrase} />
        {!isLast && <Button sends="removeChosen" kind="small danger" icon="cross" text={messages.removeAccount} />}
      </div>
      {isLast && <p className="quiet">{messages.lastStays}</p>}
      <Button sends="dismissed" kind="primary wide" text={messages.done} />
    </section>
  )
}

function CopyableAddress(props: { readonly address: WalletAddress; readonly copied: CopyResult | undefined }) {
  const { namespace, address } = props.address
  const { messages } = useWords()
  const isCopied = props.copied?.isCopied === true && props.copied.address === address
  return (
    <span className="row spread">
      <AddressText address={address} />
      <Button
        sends={{ type: 'copyChosen', address }}
        kind="small square"
        label={fill(messages.copyAddressOf, { network: networks[namespace] })}
        icon={isCopied ? 'check' : 'copy'}
      />
    </span>
  )
}

function NameForm({ account }: { readonly account: WalletAccount }) {
  const words = useWords()
  const { messages } = words
  return (
    <TextForm sends="nameGiven" className="field column tight">
      <label className="quiet" htmlFor="name">
        {messages.nameLabel}
      </label>
      <div className="row wraps">
        {/* If the stored name differs from the typed one, the new key refills the field. */}
        <input
          key={account.name}
          id="name"
          name="text"
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
    </TextForm>
  )
}
