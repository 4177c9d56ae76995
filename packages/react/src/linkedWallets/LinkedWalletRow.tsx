import { type LinkedWallet, loadPart, type WalletAction } from '@hawser/core'
import { memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useChunk } from '../modal/frame/useChunk.ts'
import { useLoadableImage } from '../modal/wallet/WalletImage.tsx'
import { initials } from '../modal/wallet/walletName.ts'
import { failureText } from './failureText.ts'
import { describeWallet, nameOf } from './nameOf.ts'
import type { LinkedWalletsControl } from './useLinkedWallets.ts'
import type { LinkedWalletsTexts } from './useLinkedWalletsMessages.ts'
import { WalletFacts } from './WalletFacts.tsx'

export type LinkedWalletRowProps = {
  readonly wallet: LinkedWallet
  /** The wallet's picture. While it is undefined, the row shows initials. */
  readonly imageUrl: string | undefined
  readonly action: WalletAction | undefined
  readonly texts: LinkedWalletsTexts
  readonly changes: Pick<LinkedWalletsControl, 'rename' | 'setPrimary' | 'unlink' | 'unlinkBySignature' | 'dismiss'>
  readonly onLinkAgain: () => void
  /** Called when the row disappears while it contains the focus. */
  readonly onFocusLost: () => void
}

const fetchMore = () => loadPart(async () => (await import('./later/rowParts.ts')).RowMore)

/**
 * One linked wallet: its facts, the time of its link, and its owner's actions. A user can have hundreds of wallets: a change of
 * one must not re-render the others.
 */
export const LinkedWalletRow = memo(function LinkedWalletRow(props: LinkedWalletRowProps) {
  const { wallet, imageUrl, action, texts, changes, onLinkAgain, onFocusLost } = props
  const { id, isPrimary } = wallet
  const name = nameOf(wallet, texts)
  const about = describeWallet(wallet, texts)
  const [shownUrl, giveUp] = useLoadableImage(imageUrl)
  const [open, setOpen] = useState<'nothing' | 'rename' | 'unlink'>('nothing')
  const title = useId()
  const row = useRef<HTMLLIElement>(null)
  const rename = useRef<HTMLButtonElement>(null)
  const unlink = useRef<HTMLButtonElement>(null)
  const isBusy = action?.status === 'running'
  const error = action?.status === 'failed' ? action.error : undefined
  const mustSign = action?.kind === 'unlink' && error?.code === 'proof_required'
  const { Part: More, errorCode, load } = useChunk(fetchMore)
  const problem = error ?? (open !== 'nothing' && errorCode !== undefined ? { code: errorCode } : undefined)
  useLostFocus(row, onFocusLost)
  useSettled(action, (before) => {
    // Either the action is done, or the server requires the wallet's signature.
    if (action === undefined && before.kind !== 'setPrimary') setOpen('nothing')
    if (mustSign && open === 'unlink') changes.unlinkBySignature(wallet)
  })
  const show = (next: typeof open) => {
    if (error !== undefined) changes.dismiss(id)
    if (errorCode !== undefined) load()
    setOpen(next)
  }
  const toggle = (next: 'rename' | 'unlink') => show(open === next ? 'nothing' : next)
  return (
    <li ref={row} className="hawser-linked-wallet" aria-labelledby={title} aria-busy={isBusy}>
      <span className="hawser-linked-sign" aria-hidden="true">
        {shownUrl === undefined ? initials(name) : <img src={shownUrl} alt="" onError={giveUp} />}
      </span>
      <WalletFacts wallet={wallet} texts={texts} titleId={title} onLinkAgain={onLinkAgain} />
      <div className="hawser-linked-buttons">
        <button
          ref={rename}
          type="button"
          className="hawser-linked-button"
          aria-label={`${texts.rename}: ${about}`}
          aria-expanded={open === 'rename'}
          onClick={() => toggle('rename')}
        >
          {texts.rename}
        </button>
        {!isPrimary && (
          <button
            type="button"
            className="hawser-linked-button"
            aria-label={`${texts.setPrimary}: ${about}`}
            aria-disabled={isBusy}
            onClick={() => {
              // The button disappears after its action; the focus must not fall to the top of the page.
              rename.current?.focus()
              if (!isBusy) changes.setPrimary(id)
            }}
          >
            {texts.setPrimary}
          </button>
        )}
        <button
          ref={unlink}
          type="button"
          className="hawser-linked-button"
          data-kind="danger"
          aria-label={`${texts.unlink}: ${about}`}
          aria-expanded={open === 'unlink'}
          onClick={() => toggle('unlink')}
        >
          {texts.unlink}
        </button>
      </div>
      {More !== undefined && (
        <More {...{ wallet, open, isBusy, mustSign, texts, changes, rename, unlink }} onClose={() => show('nothing')} />
      )}
      {problem !== undefined && !mustSign && (
        <p className="hawser-linked-problem" role="alert">
          {failureText(problem, texts)}
        </p>
      )}
    </li>
  )
})

/** Calls back once a running action has ended. */
function useSettled(action: WalletAction | undefined, onSettled: (before: WalletAction) => void): void {
  const previous = useRef(action)
  useEffect(() => {
    const before = previous.current
    previous.current = action
    if (before?.status === 'running' && action?.status !== 'running') onSettled(before)
  })
}

/** Calls back when an element disappears while it contains the focus. */
function useLostFocus(ref: { readonly current: HTMLElement | null }, onFocusLost: () => void): void {
  const latest = useRef(onFocusLost)
  useLayoutEffect(() => {
    latest.current = onFocusLost
  })
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (element?.contains(document.activeElement)) latest.current()
    }
  }, [ref])
}
