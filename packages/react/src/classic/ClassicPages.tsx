import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { ClassicMessages } from '../messages/classic/en.ts'
import { fill } from '../messages/fill.ts'
import { formatNumber } from '../messages/formatNumber.ts'
import { Icon } from '../modal/frame/Icon.tsx'
import { lazyIcons } from '../modal/frame/lazyIcons.ts'
import { arrowTarget } from './arrowTarget.ts'

/** The list's page numbers with buttons for the previous and next page. The arrow keys, Home and End work too. */
export function ClassicPages({
  texts,
  number,
  count,
  onNumber,
}: {
  readonly texts: ClassicMessages
  readonly number: number
  readonly count: number
  readonly onNumber: (number: number) => void
}) {
  const currentRef = useRef<HTMLButtonElement>(null)
  const wasMovedByKey = useRef(false)
  useEffect(() => {
    // The focused page number may no longer be in the row.
    if (wasMovedByKey.current) currentRef.current?.focus()
    wasMovedByKey.current = false
  })
  const step = (next: number, isDisabled: boolean) => ({
    type: 'button' as const,
    className: 'hawser-classic-page',
    // Not `disabled`: that would lose the focus on the last page.
    'aria-disabled': isDisabled || undefined,
    onClick: () => isDisabled || onNumber(next),
  })

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const isRightToLeft = event.currentTarget.closest('[dir]')?.getAttribute('dir') === 'rtl'
    const target = arrowTarget(event.key, number - 1, count, isRightToLeft)
    if (target === undefined) return
    event.preventDefault()
    if (target < 0 || target >= count) return
    wasMovedByKey.current = true
    onNumber(target + 1)
  }

  return (
    <nav className="hawser-classic-pages" aria-label={texts.pages} onKeyDown={handleKey}>
      <button {...step(number - 1, number === 1)} aria-label={texts.previousPage} title={texts.previousPage}>
        <Icon name="back" />
      </button>
      {pageNumbers(number, count).map((page, index) =>
        page === 'gap' ? (
          <span key={`gap${index < 3 ? 'Before' : 'After'}`} className="hawser-classic-gap" aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={page}
            ref={page === number ? currentRef : undefined}
            type="button"
            className="hawser-classic-page"
            aria-label={fill(texts.page, { page: formatNumber(page, texts.language) })}
            aria-current={page === number ? 'page' : undefined}
            onClick={() => onNumber(page)}
          >
            {formatNumber(page, texts.language)}
          </button>
        ),
      )}
      <button {...step(number + 1, number === count)} aria-label={texts.nextPage} title={texts.nextPage}>
        <Icon name={lazyIcons.forward} />
      </button>
    </nav>
  )
}

// First page, last page, the current page with its two neighbours, and two gaps: this row fits on a phone.
const longestRow = 7

/**
 * The page numbers to offer, from 1: all pages of a short list, otherwise both ends and the pages around the current one, with
 * `gap` in between.
 */
export function pageNumbers(current: number, count: number): readonly (number | 'gap')[] {
  const all = Array.from({ length: count }, (_, index) => index + 1)
  if (count <= longestRow) return all
  const start = Math.min(Math.max(current - 1, 3), count - 4)
  const middle = all.slice(start - 1, start + 2)
  return [1, start > 3 ? 'gap' : 2, ...middle, start < count - 4 ? 'gap' : count - 1, count]
}
