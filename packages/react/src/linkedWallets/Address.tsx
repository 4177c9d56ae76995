import type { LinkedWallet } from '@hawser/core'
import { useState } from 'react'
import type { LinkedWalletsMessages } from '../messages/linkedWallets/en.ts'
import { shortAccount } from '../messages/shortAccount.ts'
import { describeWallet } from './nameOf.ts'

/**
 * A shortened address that people can compare, and a button that copies the full address. Where a page cannot write to the
 * clipboard, the full address appears for the visitor to select.
 */
export function Address(props: { readonly wallet: LinkedWallet; readonly texts: LinkedWalletsMessages }) {
  const { wallet, texts } = props
  const { accountId } = wallet
  // False: the page may not write to the clipboard.
  const [isCopied, setIsCopied] = useState<boolean>()
  const address = accountId.slice(accountId.lastIndexOf(':') + 1)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
    } catch {
      setIsCopied(false)
    }
  }
  return (
    <>
      {isCopied === false ? (
        <bdi>{address}</bdi>
      ) : (
        <code dir="ltr" title={accountId}>
          {shortAccount(accountId)}
        </code>
      )}
      <button
        type="button"
        className="hawser-linked-copy"
        aria-label={`${texts.copyAddress}: ${describeWallet(wallet, texts)}`}
        title={texts.copyAddress}
        onBlur={() => isCopied && setIsCopied(undefined)}
        onClick={(event) => {
          // Safari does not focus a clicked button, and the "copied" mark disappears when the button loses the focus.
          event.currentTarget.focus()
          void copy()
        }}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={isCopied ? 'm5 13 4 4L19 7' : 'M9 9h11v11H9zM5 15H4V4h11v1'} />
        </svg>
      </button>
      <span className="hawser-linked-hidden" aria-live="polite">
        {isCopied && texts.addressCopied}
      </span>
    </>
  )
}
