import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { firstParts } from '../firstParts.ts'
import { Button } from '../frame/Button.tsx'
import { loadFailureText } from '../frame/firstProblem.ts'
import { lazyIcons } from '../frame/lazyIcons.ts'
import { RetryOrReloadButton } from '../frame/RetryOrReloadButton.tsx'
import type { ViewProps } from '../frame/viewProps.ts'
import { columnsFor } from './gridKeys.ts'
import type { TileSkeletons } from './TileSkeletons.tsx'
import { WalletRows } from './WalletRows.tsx'

const { Icon, ViewFrame } = firstParts

/** `Tiles` are the placeholders of wallets, provided by the view that shows them while this code loads. */
export type WalletExplorerProps = ViewProps & { readonly Tiles: typeof TileSkeletons }

/** V6: all wallets, by search and page. The linker does the search and paging (R1, R2, C2). */
export function WalletExplorer({ Tiles, ...props }: WalletExplorerProps) {
  const { state, linker, messages } = props
  const { explorer, platform } = state
  const searchRef = useRef<HTMLInputElement>(null)
  const bodyRef = useRef<HTMLDivElement>(null)
  const reasonId = useId()
  const [columns, onColumns] = useState(columnsFor(0))
  // On a phone the focus would raise the keyboard over the list.
  const ownsFocus = platform.device === 'desktop'
  // Only the visitor repeats a failed request: a list whose end is visible would repeat it forever.
  const hasFailed = explorer.status === 'failed'
  // biome-ignore lint/correctness/useExhaustiveDependencies: these take away the wallet or the button that has the focus.
  useLayoutEffect(() => {
    if (!ownsFocus) return
    // Before the paint, which lays the wallets out anyway: the focus needs the layout.
    const frame = requestAnimationFrame(() => takeFocus(searchRef.current))
    return () => cancelAnimationFrame(frame)
  }, [ownsFocus, explorer.search, hasFailed])

  const focusSearch = () => searchRef.current?.focus()
  const searching = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = () => {
    clearTimeout(searching.current)
    searching.current = undefined
    if (searchRef.current) linker.searchWallets(searchRef.current.value)
  }
  // In a task of its own, so that the list, which changes as a whole, does not delay the letter.
  const searchSoon = () => {
    searching.current ??= setTimeout(search)
  }
  const clearSearch = () => {
    if (searchRef.current) searchRef.current.value = ''
    focusSearch()
    linker.searchWallets('')
  }
  const enterGrid = (event: KeyboardEvent) => {
    const isWaiting = searching.current !== undefined
    // The wallets of the previous search go before the browser moves the focus.
    if (isWaiting && event.key === 'Tab') search()
    const tile = bodyRef.current?.querySelector<HTMLElement>('[data-index]:not([tabindex="-1"])')
    if (event.key !== 'ArrowDown' || !tile) return
    event.preventDefault()
    if (!isWaiting) tile.focus()
  }

  const isLoading = explorer.status === 'loading'
  const { isUnavailable } = explorer
  const isLost = explorer.errorCode !== undefined || !isUnavailable
  const isEmpty = explorer.entries.length === 0
  return (
    <ViewFrame {...props} heading={messages.wallets} ownsFocus={ownsFocus}>
      <div className="hawser-search">
        <Icon name={lazyIcons.search} />
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
          // Not `disabled`, which would take the focus from a visitor who is typing.
          readOnly={isUnavailable}
          aria-disabled={isUnavailable}
          aria-describedby={isUnavailable ? reasonId : undefined}
          // Uncontrolled: the linker can answer after the browser repaints, which would move the caret.
          defaultValue={explorer.search}
          onChange={searchSoon}
          onKeyDown={enterGrid}
        />
      </div>
      <div className="hawser-body hawser-explorer" ref={bodyRef} aria-busy={isEmpty && isLoading}>
        {/* The key makes a new search start at the top. */}
        {!isEmpty && (
          <WalletRows key={explorer.search} {...props} {...{ Tiles, columns, onColumns }} onLeave={focusSearch} />
        )}
        {isEmpty && isLoading && <Tiles columns={4} rows={4} />}
        {isEmpty && !isLoading && !hasFailed && (
          <div className="hawser-empty">
            <p>{messages.noResults}</p>
            {explorer.search !== '' && <Button onPress={clearSearch}>{messages.clearSearch}</Button>}
          </div>
        )}
        {(hasFailed || isUnavailable) && (
          <div className="hawser-notice">
            <p className="hawser-detail" id={reasonId}>
              {isLost ? loadFailureText(explorer.errorCode, messages) : messages.listUnavailable}
            </p>
            {hasFailed && (
              <RetryOrReloadButton
                code={explorer.errorCode}
                messages={messages}
                onRetry={() => linker.loadMoreWallets()}
              />
            )}
          </div>
        )}
      </div>
    </ViewFrame>
  )
}

/** Focuses the search box, unless its dialog has closed or the visitor has moved the focus within it. */
function takeFocus(box: HTMLInputElement | null): void {
  const isFree = document.activeElement?.matches('body,dialog')
  if (isFree && !box?.closest('dialog:not([open])')) box?.focus({ preventScroll: true })
}
