import { useCallback, useEffect, useRef } from 'react'
import { Guarded } from '../failure/Guarded.tsx'
import { useLinker } from '../linker/useLinker.ts'
import { useTheme } from '../linker/useTheme.ts'
import { en } from '../messages/linkedWallets/en.ts'
import { useThemeVariables } from '../modal/dialog/useThemeVariables.ts'
import { HistoryList } from './HistoryList.tsx'
import { useLinkedWalletsMessages } from './useLinkedWalletsMessages.ts'

/**
 * The events of the visitor's wallets, in its own card: for a page about them. `<LinkedWallets />` can show the same
 * beneath its list. It loads when it is first shown, and again after every change that is shown here.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function LinkHistory() {
  const texts = useLinkedWalletsMessages()
  return (
    <Guarded part="link history" text={texts?.historyFailed ?? en.historyFailed}>
      <HistoryCard />
    </Guarded>
  )
}

function HistoryCard() {
  const { themeMode, theme, themeVariables } = useTheme()
  const texts = useLinkedWalletsMessages()
  const section = useRef<HTMLElement>(null)
  useThemeVariables(section, themeVariables)
  return (
    <section
      ref={section}
      className="hawser-linked"
      lang={texts?.language}
      dir={texts?.direction}
      data-theme={themeMode ?? 'auto'}
      data-hawser-theme={theme}
      translate="no"
      aria-label={texts?.history}
    >
      <ShownHistory />
    </section>
  )
}

/** Only the history, which is read while it is shown. */
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
