import { useCallback, useEffect } from 'react'
import { useLinker } from '../../linker/useLinker.ts'
import { useLinkedWalletsMessages } from '../useLinkedWalletsMessages.ts'
import { HistoryList } from './HistoryList.tsx'

/** Shows the history, and reads it again after every change of the list. */
export function ShownHistory() {
  const linker = useLinker()
  const { wallets, history, error } = useLinker((state) => state.linkedWallets)
  const texts = useLinkedWalletsMessages()
  const read = useCallback(() => linker.loadHistory(), [linker])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list means that something has happened
  useEffect(() => {
    read()
  }, [read, wallets])
  return (
    <HistoryList
      history={history}
      errorCode={error?.code}
      texts={texts}
      onRetry={read}
      onOlder={() => linker.loadHistory({ isOlder: true })}
    />
  )
}
