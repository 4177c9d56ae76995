import { type RefObject, useLayoutEffect, useState } from 'react'
import { columnsFor } from './gridTarget.ts'

/** How many tiles stand side by side in an element, as it is laid out now. */
export function useColumns(ref: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(columnsFor(0))
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setColumns(columnsFor(element.clientWidth))
    measure()
    if (typeof ResizeObserver !== 'function') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return columns
}
