import { type CSSProperties, forwardRef } from 'react'
import type { CustomContainerComponentProps, CustomItemComponentProps } from 'virtua'

// virtua sets a row's position by inline styles, which Hawser's stylesheet overrides like all others (T-19). The two values
// that virtua changes become variables, set by CSSOM. The stylesheet has everything else.

/** A row of the grid, placed as if all rows were in the page. */
export const VirtualRow = forwardRef<HTMLDivElement, CustomItemComponentProps>(function VirtualRow(
  { style, index, children },
  ref,
) {
  const place: CSSProperties & { readonly '--h-row-start': string } = { '--h-row-start': `${style.top}px` }
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed one by one, which a table's cannot be
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the tiles, of which one is the tab stop
    <div ref={ref} className="hawser-rows-row" role="row" aria-rowindex={index + 1} style={place}>
      {children}
    </div>
  )
})

/** The container of the rows, as tall as all rows together. */
export const VirtualRows = forwardRef<HTMLDivElement, CustomContainerComponentProps>(function VirtualRows(
  { style, children },
  ref,
) {
  const size: CSSProperties & { readonly '--h-rows-size': string } = { '--h-rows-size': `${style.height}px` }
  return (
    <div
      ref={ref}
      className="hawser-rows-all"
      role="presentation"
      // Elements that pass under the pointer during a scroll do not get a hover style.
      data-scrolling={style.pointerEvents === 'none' || undefined}
      style={size}
    >
      {children}
    </div>
  )
})
