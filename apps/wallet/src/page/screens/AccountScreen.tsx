import type { WalletAccount, WalletAddress } from '../accounts/account.ts'
import type { Copied } from '../flow/walletState.ts'
import { AddressText, OriginTag } from '../parts/AccountName.tsx'
import { Button, TextForm } from '../parts/controls.tsx'
import { Fact } from '../parts/Fact.tsx'
import { Title } from '../parts/Frame.tsx'
import { Icon } from '../parts/Icon.tsx'
import { fill, nameAccount, nameNetwork, useWords } from '../words/words.ts'

/** One account: its addresses in full, its name, its seed phrase, and the way out. */
export function AccountScreen(props: {
  readonly account: WalletAccount
  readonly isLast: boolean
  readonly copied: Copied | undefined
}) {
  const { account, isLast, copied } = props
  const words = useWords()
  const { messages } = words
  return (
    <section className="card">
      <div className="row">
        <Title>{nameAccount(words, account)}</Title>
        <OriginTag account={account} />
      </div>
      <dl className="facts">
        {account.addresses.map((each) => (
          <Fact key={each.namespace} name={nameNetwork(each.namespace)}>
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
        <Button sends={{ type: 'phraseChosen' }} kind="small">
          <Icon name="key" /> {messages.showPhrase}
        </Button>
        {!isLast && (
          <Button sends={{ type: 'removeChosen' }} kind="small danger">
            <Icon name="cross" /> {messages.removeAccount}
          </Button>
        )}
      </div>
      {isLast && <p className="quiet">{messages.lastStays}</p>}
      <Button sends={{ type: 'dismissed' }} kind="primary wide">
        {messages.done}
      </Button>
    </section>
  )
}

function CopyableAddress(props: { readonly address: WalletAddress; readonly copied: Copied | undefined }) {
  const { namespace, address } = props.address
  const { messages } = useWords()
  const isCopied = props.copied?.isCopied === true && props.copied.address === address
  return (
    <span className="row spread">
      <AddressText address={address} />
      <Button
        sends={{ type: 'copyChosen', address }}
        kind="small square"
        label={fill(messages.copyAddressOf, { network: nameNetwork(namespace) })}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </Button>
    </span>
  )
}

function NameForm({ account }: { readonly account: WalletAccount }) {
  const words = useWords()
  const { messages } = words
  return (
    <TextForm sends="nameGiven" className="field">
      <label htmlFor="name">{messages.nameLabel}</label>
      <div className="row">
        {/* The key fills the field anew when the name has been cleaned. */}
        <input
          key={account.name}
          id="name"
          name="text"
          className="plain"
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
