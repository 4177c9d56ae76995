import { loadPart } from '@hawser/core'
import { useRef } from 'react'
import { PartBoundary } from '../failure/PartBoundary.tsx'
import { useTheme } from '../linker/useTheme.ts'
import { en } from '../messages/linkedWallets/en.ts'
import { useThemeVariables } from '../modal/dialog/useThemeVariables.ts'
import { useChunk } from '../modal/frame/useChunk.ts'
import { ListPlaceholder } from './ListPlaceholder.tsx'
import { type LinkedWalletsTexts, useLinkedWalletsMessages } from './useLinkedWalletsMessages.ts'

/**
 * The history of the visitor's wallets in its own card, for a separate page. `<LinkedWallets />` can show the same history
 * below its list. The history loads when first shown, and again after every change of the list.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function LinkHistory() {
  const texts = useLinkedWalletsMessages()
  return (
    <PartBoundary part="link history" text={texts?.historyFailed ?? en.historyFailed}>
      <HistoryCard />
    </PartBoundary>
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
      {texts && <LazyHistory texts={texts} />}
    </section>
  )
}

const fetchHistory = () => loadPart(async () => (await import('./later/ShownHistory.tsx')).ShownHistory)

/** The history without the card. Its code is a separate chunk: most visitors never open the history. */
export function LazyHistory({ texts }: { readonly texts: LinkedWalletsTexts }) {
  const { Part, errorCode, load } = useChunk(fetchHistory)
  if (Part !== undefined) return <Part />
  return (
    <ListPlaceholder
      texts={texts}
      failure={errorCode && (errorCode === 'page_outdated' ? texts.pageOutdated : texts.historyFailed)}
      code={errorCode}
      onRetry={load}
    />
  )
}
