import type { LinkedWallet } from '@hawser/core'
import { useEffect, useRef, useState } from 'react'
import { fill } from '../../messages/fill.ts'
import type { LinkedWalletsMessages } from '../../messages/linkedWallets/en.ts'
import { nameOf } from '../nameOf.ts'
import type { LinkedWalletsControl } from '../useLinkedWallets.ts'

type Shown = Pick<LinkedWalletsControl, 'wallets' | 'actions'>

/** The last action in words, for visitors who do not see the list change. Empty at first. */
export function ChangeAnnouncement({ wallets, actions, texts }: Shown & { readonly texts: LinkedWalletsMessages }) {
  const previous = useRef<Shown>({ wallets, actions })
  const [text, setText] = useState('')
  useEffect(() => {
    const before = previous.current
    previous.current = { wallets, actions }
    for (const [id, action] of Object.entries(before.actions)) {
      const find = (list: readonly LinkedWallet[]) => list.find((wallet) => wallet.id === id)
      const [old, now] = [find(before.wallets), find(wallets)]
      if (old !== undefined && now === undefined && action.kind === 'unlink')
        setText(fill(texts.unlinked, { name: nameOf(old, texts) }))
      if (now === undefined || action.status !== 'running' || actions[id] !== undefined) continue
      const name = nameOf(now, texts)
      if (action.kind === 'rename') setText(fill(texts.renamed, { name }))
      if (action.kind === 'setPrimary') setText(fill(texts.nowPrimary, { name }))
    }
  }, [wallets, actions, texts])
  return text
}
