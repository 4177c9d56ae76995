import type { WalletEntry } from '@hawser/core'
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { ViewProps } from '../frame/viewProps.ts'
import { columnsFor, findTyped, gridTarget, typeLetter } from './gridKeys.ts'
import type { TileSkeletons } from './TileSkeletons.tsx'
import { VirtualRow, VirtualRows } from './VirtualRow.tsx'
import { WalletRow } from './WalletRow.tsx'

// The height of a tile and the gap below it, in pixels. Higher tiles, with labels, are measured.
const rowHeight = 116
// More rows than are visible. They render at once, before anything is measured.
const firstRows = 5
// Pixels rendered above and below the visible area: at most five rows in all.
const bufferSize = 16
// The next page is requested when fewer rows than this are left below the visible ones.
const rowsAhead = 6

export type WalletRowsProps = ViewProps & {
  readonly Tiles: typeof TileSkeletons
  readonly columns: number
  /** Receives how many tiles fit side by side, before they are painted. */
  readonly onColumns: (columns: number) => void
  readonly onLeave: () => void
}

/**
 * The loaded wallets as a grid. Only the visible rows are in the page. Tab reaches one tile; arrows and letters reach the
 * others. The row of that tile stays in the page at any scroll position, so that the focus is never lost.
 */
export function WalletRows({ state, linker, messages, Tiles, columns, onColumns, onLeave }: WalletRowsProps) {
  const { entries, total, status, isLastPage } = state.explorer
  const gridRef = useRef<HTMLDivElement>(null)
  const virtualizer = useRef<VirtualizerHandle>(null)
  const typed = useRef({ text: '', at: 0 })
  const wasMovedByKey = useRef(false)
  useColumns(gridRef, onColumns)
  const [wanted, setActive] = useState(0)
  const active = Math.min(wanted, entries.length - 1)
  const activeRow = Math.floor(active / columns)
  const rowCount = Math.ceil(entries.length / columns)
  // The items that virtua treats as its rows: only their number counts.
  const rows = useMemo(() => ({ length: rowCount }), [rowCount])
  const kept = useMemo(() => [activeRow], [activeRow])

  const askAhead = () => {
    if (status !== 'ready' || isLastPage) return
    const sight = virtualizer.current
    const lastInSight = sight === null ? 0 : sight.findItemIndex(sight.scrollOffset + sight.viewportSize)
    if (Math.max(lastInSight, activeRow) + rowsAhead > rowCount) linker.loadMoreWallets()
  }
  // Also runs after each page of wallets: while the end of the list is visible, the next page is requested.
  useEffect(askAhead)

  useLayoutEffect(() => {
    if (!wasMovedByKey.current) return
    wasMovedByKey.current = false
    virtualizer.current?.scrollToIndex(Math.floor(active / columns), { align: 'nearest' })
    gridRef.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true })
  }, [active, columns])

  const choose = useCallback(({ listing }: WalletEntry) => linker.chooseWallet(listing), [linker])

  const targetOf = (event: KeyboardEvent): number | 'before' | undefined => {
    const pageRows = Math.max(Math.floor((virtualizer.current?.viewportSize ?? 0) / rowHeight), 1)
    const isRightToLeft = messages.direction === 'rtl'
    const place = { index: active, count: entries.length, columns, pageRows, isRightToLeft }
    const target = gridTarget(event.key, event.ctrlKey, place)
    if (target !== undefined || event.ctrlKey) return target
    const next = typeLetter(typed.current, event.key, event.timeStamp)
    if (next === undefined) return undefined
    typed.current = next
    return findTyped(entries, next.text, active) ?? active
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    const target = targetOf(event)
    if (target === undefined) return
    event.preventDefault()
    if (target === 'before') return onLeave()
    wasMovedByKey.current = target !== active
    setActive(target)
  }

  /** Whether a row is in the page only for its tab stop. */
  const isFarAway = (row: number): boolean => {
    const sight = virtualizer.current
    if (row !== activeRow || sight === null || sight.viewportSize === 0) return false
    const first = sight.findItemIndex(sight.scrollOffset - bufferSize)
    const last = sight.findItemIndex(sight.scrollOffset + sight.viewportSize + bufferSize)
    return row < first || row > last
  }

  const showRow = useMemo(
    () =>
      rememberRows((row, isFar) => (
        <WalletRow
          entries={entries}
          start={row * columns}
          columns={columns}
          active={row === activeRow ? active : undefined}
          isFarAway={isFar}
          messages={messages}
          onChoose={choose}
        />
      )),
    [entries, columns, active, activeRow, messages, choose],
  )

  return (
    // biome-ignore lint/a11y/useSemanticElements: as the rows
    <div
      ref={gridRef}
      className="hawser-rows"
      role="grid"
      aria-label={messages.wallets}
      aria-rowcount={Math.ceil(total / columns)}
      aria-colcount={columns}
      data-columns={columns}
      onKeyDown={handleKeyDown}
      onFocus={(event) => {
        const { index } = event.target instanceof HTMLElement ? event.target.dataset : {}
        if (index !== undefined) setActive(Number(index))
      }}
    >
      <Virtualizer
        ref={virtualizer}
        data={rows}
        as={VirtualRows}
        item={VirtualRow}
        itemSize={rowHeight}
        bufferSize={bufferSize}
        keepMounted={kept}
        ssrCount={firstRows}
        onScroll={askAhead}
        onResize={askAhead}
      >
        {(_: unknown, row: number) => showRow(row, isFarAway(row))}
      </Virtualizer>
      {status === 'loading' && <Tiles columns={columns} rows={1} />}
    </div>
  )
}

/**
 * Returns the same element for an unchanged row. virtua re-renders at every scroll step; with this cache only newly visible
 * rows render.
 */
function rememberRows(draw: (row: number, isFarAway: boolean) => ReactElement) {
  const near = new Map<number, ReactElement>()
  return (row: number, isFarAway: boolean): ReactElement => {
    if (isFarAway) return draw(row, true)
    const known = near.get(row) ?? draw(row, false)
    near.set(row, known)
    return known
  }
}

/** Reports how many tiles fit side by side in an element at its current width. */
function useColumns(ref: RefObject<HTMLElement | null>, onColumns: (columns: number) => void): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null || typeof ResizeObserver !== 'function') return
    // Observed, not read: a read would lay out all rows in the task that renders them. The observer still runs before the paint.
    const observer = new ResizeObserver(() => flushSync(() => onColumns(columnsFor(element.clientWidth))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, onColumns])
}
