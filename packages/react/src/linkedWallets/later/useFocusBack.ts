import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to one element while something is open, and to another when it has closed. */
export function useFocusBack<Inside extends HTMLElement>(
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
