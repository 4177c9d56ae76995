import type { Linker } from '@hawser/core'

/** Calls back once the modal is closed, at the earliest when the running code has finished. */
export function whenClosed(linker: Pick<Linker, 'getState' | 'subscribe'>, callback: () => void): void {
  const undo = linker.subscribe(follow)
  let isDone = false
  function follow(): void {
    if (isDone || linker.getState().flow.status !== 'closed') return
    isDone = true
    undo()
    queueMicrotask(callback)
  }
  follow()
}
