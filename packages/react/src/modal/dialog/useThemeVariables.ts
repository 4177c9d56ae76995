import { type RefObject, useEffect } from 'react'

/** Sets the host app's variables on an element. */
export function useThemeVariables(
  ref: RefObject<HTMLElement | null>,
  themeVariables: Readonly<Record<string, string>> | undefined,
): void {
  useEffect(() => {
    const element = ref.current
    if (element === null || themeVariables === undefined) return
    // Set by CSSOM, never as a style attribute, which a strict content security policy refuses.
    const entries = Object.entries(themeVariables).filter(([name]) => name.startsWith('--hawser-'))
    for (const [name, value] of entries) element.style.setProperty(name, value)
    return () => {
      for (const [name] of entries) element.style.removeProperty(name)
    }
  }, [ref, themeVariables])
}
