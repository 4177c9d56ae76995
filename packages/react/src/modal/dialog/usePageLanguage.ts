import { useEffect } from 'react'

/** Calls back whenever the page's language changes. */
export function usePageLanguage(onChange: () => void): void {
  useEffect(() => {
    // The language may have changed while this code was loading.
    onChange()
    const observer = new MutationObserver(onChange)
    observer.observe(document.documentElement, { attributeFilter: ['lang'] })
    return () => observer.disconnect()
  }, [onChange])
}
