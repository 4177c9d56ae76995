import type { LinkedWallet, WalletAction } from '@hawser/core'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { fill } from '../messages/fill.ts'
import { failureText } from './failureText.ts'
import { nameOf } from './nameOf.ts'
import { RenameForm } from './RenameForm.tsx'
import { UnlinkQuestion } from './UnlinkQuestion.tsx'
import type { LinkedWalletsControl } from './useLinkedWallets.ts'
import type { LinkedWalletsTexts } from './useLinkedWalletsMessages.ts'
import { WalletFacts } from './WalletFacts.tsx'

export type LinkedWalletRowProps = {
  readonly wallet: LinkedWallet
  readonly action: WalletAction | undefined
  readonly texts: LinkedWalletsTexts
  readonly changes: Pick<LinkedWalletsControl, 'rename' | 'setPrimary' | 'unlink' | 'unlinkBySignature' | 'dismiss'>
  readonly onLinkAgain: () => void
  /** The row disappears, and its focused element with it. */
  readonly onFocusLost: () => void
}

/** One linked wallet: what it is, since when, and its owner's actions. */
export function LinkedWalletRow(props: LinkedWalletRowProps) {
  const { wallet, action, texts, changes, onLinkAgain, onFocusLost } = props
  const { id, accountId, label, isPrimary } = wallet
  const name = nameOf(wallet, texts)
  const [open, setOpen] = useState<'nothing' | 'rename' | 'unlink'>('nothing')
  const [title, row] = [useId(), useRef<HTMLLIElement>(null)]
  const [rename, unlink] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  const isBusy = action?.status === 'running'
  const error = action?.status === 'failed' ? action.error : undefined
  const mustSign = action?.kind === 'unlink' && error?.code === 'proof_required'
  useLostFocus(row, onFocusLost)
  useSettled(action, (before) => {
    // The action is done, or the wallet alone signed for it.
    if (action === undefined && before.kind !== 'setPrimary') setOpen('nothing')
    if (mustSign && open === 'unlink') changes.unlinkBySignature(wallet)
  })
  const show = (next: typeof open) => {
    if (error !== undefined) changes.dismiss(id)
    setOpen(next)
  }
  const toggle = (next: 'rename' | 'unlink') => show(open === next ? 'nothing' : next)
  return (
    <li ref={row} className="hawser-linked-wallet" aria-labelledby={title} aria-busy={isBusy}>
      <span className="hawser-linked-sign" aria-hidden="true">
        {[...name][0]}
      </span>
      <WalletFacts wallet={wallet} texts={texts} titleId={title} onLinkAgain={onLinkAgain} />
      <div className="hawser-linked-buttons">
        <button
          ref={rename}
          type="button"
          className="hawser-linked-button"
          aria-label={`${texts.rename}: ${name} ${accountId}`}
          aria-expanded={open === 'rename'}
          onClick={() => toggle('rename')}
        >
          {texts.rename}
        </button>
        {!isPrimary && (
          <button
            type="button"
            className="hawser-linked-button"
            aria-label={`${texts.setPrimary}: ${name} ${accountId}`}
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
          aria-label={`${texts.unlink}: ${name} ${accountId}`}
          aria-expanded={open === 'unlink'}
          onClick={() => toggle('unlink')}
        >
          {texts.unlink}
        </button>
      </div>
      <RenameForm
        isOpen={open === 'rename'}
        isBusy={isBusy}
        opener={rename}
        label={label}
        texts={texts}
        onCancel={() => show('nothing')}
        onSave={(next) => changes.rename(id, next)}
      />
      <UnlinkQuestion
        isOpen={open === 'unlink'}
        isBusy={isBusy}
        opener={unlink}
        question={fill(texts.unlinkQuestion, { name })}
        meaning={mustSign ? fill(texts.mustSign, { name }) : texts.unlinkMeaning}
        action={mustSign ? texts.sign : texts.unlink}
        texts={texts}
        onKeep={() => show('nothing')}
        onUnlink={() => (mustSign ? changes.unlinkBySignature(wallet) : changes.unlink(id))}
      />
      {error !== undefined && !mustSign && (
        <p className="hawser-linked-problem" role="alert">
          {failureText(error, texts)}
        </p>
      )}
    </li>
  )
}

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
