import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { arrowTarget } from './arrowTarget.ts'
import type { ClassicTab } from './classicProps.ts'

type Tab = { readonly id: ClassicTab; readonly text: string }

/** Two tabs and the panel of the selected tab. The arrow keys, Home and End select a tab, as in ARIA's tabs pattern. */
export function ClassicTabs({
  tabs,
  label,
  selected,
  onSelect,
  children,
}: {
  readonly tabs: readonly [Tab, Tab]
  readonly label: string
  readonly selected: ClassicTab
  readonly onSelect: (tab: ClassicTab) => void
  readonly children: ReactNode
}) {
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const selectedIndex = tabs.findIndex((tab) => tab.id === selected)

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const isRightToLeft = event.currentTarget.closest('[dir]')?.getAttribute('dir') === 'rtl'
    const target = arrowTarget(event.key, selectedIndex, tabs.length, isRightToLeft)
    if (target === undefined) return
    event.preventDefault()
    // Arrow keys wrap around, because there are only two tabs.
    const index = (target + tabs.length) % tabs.length
    const tab = tabs[index]
    if (tab === undefined) return
    onSelect(tab.id)
    listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus()
  }

  return (
    <>
      <div
        className="hawser-classic-tabs"
        role="tablist"
        aria-label={label}
        data-selected={selectedIndex}
        ref={listRef}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            className="hawser-classic-tab"
            aria-selected={tab.id === selected}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={handleKey}
          >
            {tab.text}
          </button>
        ))}
      </div>
      <div className="hawser-classic-panel" role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${selected}`}>
        {children}
      </div>
    </>
  )
}
