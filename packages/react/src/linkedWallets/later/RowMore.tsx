import type { LinkedWallet } from '@hawser/core'
import type { RefObject } from 'react'
import { fill } from '../../messages/fill.ts'
import type { LinkedWalletsMessages } from '../../messages/linkedWallets/en.ts'
import { nameOf } from '../nameOf.ts'
import type { LinkedWalletsControl } from '../useLinkedWallets.ts'
import { RenameForm } from './RenameForm.tsx'
import { UnlinkQuestion } from './UnlinkQuestion.tsx'

export type RowMoreProps = {
  readonly wallet: LinkedWallet
  readonly open: 'nothing' | 'rename' | 'unlink'
  readonly isBusy: boolean
  /** The server requires the wallet's signature for the unlink. */
  readonly mustSign: boolean
  readonly texts: LinkedWalletsMessages
  readonly changes: Pick<LinkedWalletsControl, 'rename' | 'unlink' | 'unlinkBySignature'>
  readonly rename: RefObject<HTMLButtonElement | null>
  readonly unlink: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The rename form and the unlink question of a row. */
export function RowMore(props: RowMoreProps) {
  const { wallet, open, isBusy, mustSign, texts, changes, rename, unlink, onClose } = props
  const { id, label } = wallet
  const name = nameOf(wallet, texts)
  return (
    <>
      <RenameForm
        isOpen={open === 'rename'}
        isBusy={isBusy}
        opener={rename}
        label={label}
        texts={texts}
        onCancel={onClose}
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
        onKeep={onClose}
        onUnlink={() => (mustSign ? changes.unlinkBySignature(wallet) : changes.unlink(id))}
      />
    </>
  )
}
