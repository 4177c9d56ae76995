import { useEffect } from 'react'

/** Calls back whenever the page says that it is in another language now. */
export function usePageLanguage(onChange: () => void): void {
  useEffect(() => {
    // It may have changed while this code was on its way.
    onChange()
    const observer = new MutationObserver(onChange)
    observer.observe(document.documentElement, { attributeFilter: ['lang'] })
    return () => observer.disconnect()
  }, [onChange])
}
