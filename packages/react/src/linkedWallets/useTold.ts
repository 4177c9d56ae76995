import type { LinkedWallet } from '@hawser/core'
import { useEffect, useRef, useState } from 'react'
import { fill } from '../messages/fill.ts'
import type { LinkedWalletsMessages } from '../messages/linkedWallets/en.ts'
import { nameOf } from './nameOf.ts'
import type { LinkedWallets } from './useLinkedWallets.ts'

type Shown = Pick<LinkedWallets, 'wallets' | 'actions'>

/** What was done last, in words for who does not see the list change. Empty until something was. */
export function useTold({ wallets, actions }: Shown, texts: LinkedWalletsMessages | undefined): string {
  const previous = useRef<Shown>({ wallets, actions })
  const [told, setTold] = useState('')
  useEffect(() => {
    const before = previous.current
    previous.current = { wallets, actions }
    if (texts === undefined) return
    for (const [id, action] of Object.entries(before.actions)) {
      const find = (list: readonly LinkedWallet[]) => list.find((wallet) => wallet.id === id)
      const [old, now] = [find(before.wallets), find(wallets)]
      if (old !== undefined && now === undefined && action.kind === 'unlink')
        setTold(fill(texts.unlinked, { name: nameOf(old, texts) }))
      if (now === undefined || action.status !== 'running' || actions[id] !== undefined) continue
      const name = nameOf(now, texts)
      if (action.kind === 'rename') setTold(fill(texts.renamed, { name }))
      if (action.kind === 'setPrimary') setTold(fill(texts.nowPrimary, { name }))
    }
  }, [wallets, actions, texts])
  return told
}
