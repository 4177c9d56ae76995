import type { LinkedWallets } from '@hawser/react'
import { useId, useRef, useState } from 'react'
import { chainNameOf } from './chainName.ts'
import { fill } from './fill.ts'
import type { Answer } from './hostClient.ts'
import { usePage } from './pageContext.ts'
import { RenameForm } from './RenameForm.tsx'
import { Time } from './Time.tsx'
import { UnlinkQuestion } from './UnlinkQuestion.tsx'

type WalletRowProps = {
  readonly wallet: LinkedWallets['wallets'][number]
  readonly onChanged: () => void
  readonly onUnlink: () => void
}

/** One linked wallet: what it is, since when, and what its owner can do with it. */
export function WalletRow({ wallet, onChanged, onUnlink }: WalletRowProps) {
  const { client, texts } = usePage()
  const { accountId, walletName, label, isPrimary = false, lastUsedAt, status = 'active' } = wallet
  const name = label ?? walletName ?? texts.wallet
  const [open, setOpen] = useState<'nothing' | 'rename' | 'unlink'>('nothing')
  const [isFailed, setIsFailed] = useState(false)
  const [title, rename, unlink] = [useId(), useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  const change = async (asking: Promise<Answer<undefined>>) => {
    const answer = await asking
    setIsFailed(!answer.isDone)
    if (!answer.isDone) return
    setOpen('nothing')
    onChanged()
  }
  return (
    <li className="wallet" aria-labelledby={title}>
      <span className="wallet-sign" aria-hidden="true">
        {[...name][0]}
      </span>
      <div className="wallet-text">
        <h3 id={title}>
          <bdi>{name}</bdi>
          {isPrimary && <span className="badge">{texts.primary}</span>}
          {status !== 'active' && (
            <span className="badge" data-kind="warning">
              {texts.needsProof}
            </span>
          )}
        </h3>
        <p>
          {chainNameOf(accountId)}
          {label !== undefined && walletName !== undefined && (
            <>
              {' · '}
              <bdi>{walletName}</bdi>
            </>
          )}
        </p>
        <code dir="ltr">{accountId}</code>
        <p>
          <Time at={wallet.linkedAt} text={texts.linkedAt} />
          {lastUsedAt !== undefined && (
            <>
              {' · '}
              <Time at={lastUsedAt} text={texts.usedAt} />
            </>
          )}
        </p>
        {status !== 'active' && <p className="warning">{texts.needsProofMeaning}</p>}
      </div>
      <div className="wallet-actions">
        <button
          ref={rename}
          type="button"
          className="button"
          aria-label={`${texts.rename}: ${name} ${accountId}`}
          aria-expanded={open === 'rename'}
          onClick={() => setOpen(open === 'rename' ? 'nothing' : 'rename')}
        >
          {texts.rename}
        </button>
        {!isPrimary && (
          <button
            type="button"
            className="button"
            aria-label={`${texts.makePrimary}: ${name} ${accountId}`}
            onClick={() => {
              // The button goes once it has done its work; the focus must not fall to the top of the page.
              rename.current?.focus()
              void change(client.makePrimary(wallet.id))
            }}
          >
            {texts.makePrimary}
          </button>
        )}
        <button
          ref={unlink}
          type="button"
          className="button"
          data-kind="danger"
          aria-label={`${texts.unlink} ${name} ${accountId}`}
          aria-expanded={open === 'unlink'}
          onClick={() => setOpen(open === 'unlink' ? 'nothing' : 'unlink')}
        >
          {texts.unlink}
        </button>
      </div>
      <RenameForm
        isOpen={open === 'rename'}
        opener={rename}
        label={label}
        onCancel={() => setOpen('nothing')}
        onSave={(next) => void change(client.renameWallet(wallet.id, next))}
      />
      <UnlinkQuestion
        isOpen={open === 'unlink'}
        opener={unlink}
        question={fill(texts.unlinkQuestion, { name })}
        onKeep={() => setOpen('nothing')}
        onUnlink={onUnlink}
      />
      {isFailed && (
        <p className="row-problem" role="alert">
          {texts.failed}
        </p>
      )}
    </li>
  )
}
