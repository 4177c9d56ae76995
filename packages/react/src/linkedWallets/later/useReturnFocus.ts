import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus into a form when it opens, and back to its opener when it closes. */
export function useReturnFocus<Inside extends HTMLElement>(
  isOpen: boolean,
  opener: RefObject<HTMLElement | null>,
): RefObject<Inside | null> {
  const inside = useRef<Inside>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) inside.current?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, opener])
  return inside
}
