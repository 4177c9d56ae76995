import { type Linker, PageOutdatedError } from '@hawser/core'
import { ModalUnavailableError, NoPageError, PageFramedError } from './errors.ts'

// A change is noticed within 200 ms (C9), and the wait always ends.
const checkMs = 100
const longestMs = 10_000

/**
 * Settles once the modal of an opened linker is on screen, or `signal` says that the caller no longer needs it.
 * @param failure - the code of the error that kept the modal's code from loading
 * @throws NoPageError, PageFramedError, PageOutdatedError, ModalUnavailableError - when the modal will not be shown; the
 * flow is closed then
 */
export async function whenShown(linker: Linker, signal: AbortSignal, failure: () => string | undefined): Promise<void> {
  if (typeof document === 'undefined') {
    linker.close()
    throw new NoPageError('The modal can only be opened in a browser.')
  }
  for (let waitedMs = 0; !isShown(); waitedMs += checkMs) {
    if (signal.aborted) return
    const { flow, isFramed } = linker.getState()
    if (flow.status === 'closed' && isFramed)
      throw new PageFramedError('This page is inside a page of another origin, where linking is not allowed.')
    if (flow.status === 'closed' || waitedMs >= longestMs) {
      linker.close()
      if (failure() === 'page_outdated')
        throw new PageOutdatedError('The modal could not be shown: the page has been updated since it was loaded.')
      throw new ModalUnavailableError('The modal could not be shown: its code was not loaded. Try again.')
    }
    await nextCheck(signal)
  }
}

function isShown(): boolean {
  return document.querySelector('dialog.hawser-modal[open]') !== null
}

function nextCheck(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, checkMs)
    signal.addEventListener('abort', finish)
  })
}
