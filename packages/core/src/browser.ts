import type { LinkToOpen } from './deepLink.ts'

// What a linker takes from the browser it runs in, where it is not given something else.

/** Never with an opener: the opened page must not be able to reach this one (T-16). */
export function openWindow({ href, target }: LinkToOpen): void {
  window.open(href, target, 'noopener,noreferrer')
}

export function loadImageElement(url: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.referrerPolicy = 'no-referrer'
    image.onload = () => resolve()
    image.onerror = () => reject(new Error('The image could not be loaded.'))
    signal.addEventListener('abort', () => {
      image.src = ''
    })
    image.src = url
  })
}

export function setPlatformTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}
