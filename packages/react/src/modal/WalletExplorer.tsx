import { useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Ring } from './Ring.tsx'
import { ViewFrame } from './ViewFrame.tsx'
import type { ViewProps } from './view.ts'
import { WalletButton } from './WalletButton.tsx'

// Three rows of the grid, as many as are in sight at once on most screens.
const bones = Array.from({ length: 12 }, (_, index) => index)

/** V6: all wallets, by search and page. Search and paging themselves (R1, R2, C2) are the linker's. */
export function WalletExplorer(props: ViewProps) {
  const { state, send, messages } = props
  const { explorer, platform } = state
  const searchRef = useRef<HTMLInputElement>(null)
  // On a phone the focus would raise the keyboard over the list.
  const ownsFocus = platform.device === 'desktop'
  useEffect(() => {
    if (ownsFocus) searchRef.current?.focus({ preventScroll: true })
  }, [ownsFocus])

  const isLoading = explorer.status === 'loading'
  // Asked for again by the visitor only: a list that ends in sight would ask without end.
  const hasFailed = explorer.status === 'failed'
  const isEmpty = explorer.entries.length === 0
  return (
    <ViewFrame {...props} heading={messages.wallets} ownsFocus={ownsFocus}>
      <div className="hawser-search">
        <Icon name="search" />
        <input
          ref={searchRef}
          className="hawser-search-box"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          aria-label={messages.searchWallets}
          placeholder={messages.searchWallets}
          // Not controlled: the linker may answer later than the browser repaints, and the caret would jump.
          defaultValue={explorer.search}
          onChange={(event) => send({ type: 'searched', text: event.currentTarget.value })}
        />
      </div>
      <div className="hawser-body hawser-explorer" aria-busy={isLoading}>
        {!isEmpty && (
          <ul className="hawser-grid" aria-label={messages.wallets}>
            {explorer.entries.map((entry) => (
              <li key={entry.listing.id}>
                <WalletButton
                  entry={entry}
                  messages={messages}
                  onChoose={({ listing }) => send({ type: 'walletChosen', listing })}
                />
              </li>
            ))}
          </ul>
        )}
        {isEmpty && isLoading && (
          <div className="hawser-grid" aria-hidden="true">
            {bones.map((bone) => (
              <span key={bone} className="hawser-bone" />
            ))}
          </div>
        )}
        {isEmpty && !isLoading && !hasFailed && <p className="hawser-empty">{messages.noResults}</p>}
        {hasFailed && (
          <div className="hawser-notice">
            <p className="hawser-detail">{messages.viewUnavailable}</p>
            <Button icon="retry" onPress={() => send({ type: 'moreWanted' })}>
              {messages.retry}
            </Button>
          </div>
        )}
        {!isEmpty && !hasFailed && !explorer.isLastPage && <More {...props} isLoading={isLoading} />}
      </div>
    </ViewFrame>
  )
}

/** Asks for the next page when it comes into sight, and as a button for whoever does not scroll. */
function More({ state, send, messages, isLoading }: ViewProps & { readonly isLoading: boolean }) {
  const ref = useRef<HTMLDivElement>(null)
  const count = state.explorer.entries.length
  useEffect(() => {
    const sentinel = ref.current
    if (sentinel === null || isLoading || count === 0 || typeof IntersectionObserver !== 'function') return
    // Observed anew after each page: a page too short to push the sentinel out of sight asks for one more.
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) send({ type: 'moreWanted' })
    })
    observer.observe(sentinel)
    return () => observer.disconnect()
  }, [send, isLoading, count])
  return (
    <div className="hawser-more" ref={ref}>
      {isLoading ? (
        <Ring side={32} />
      ) : (
        <Button onPress={() => send({ type: 'moreWanted' })}>{messages.loadMore}</Button>
      )}
    </div>
  )
}
