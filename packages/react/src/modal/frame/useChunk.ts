import { codeOf, type FailureCode } from '@hawser/core'
import { type ComponentType, useCallback, useLayoutEffect, useState } from 'react'

/**
 * A part of a view whose code is a chunk of its own: undefined while it is on its way, with the code of the error where it cannot
 * be had. `fetchPart` is the same function each time.
 */
export function useChunk<Props>(fetchPart: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const [errorCode, setErrorCode] = useState<FailureCode>()
  const load = useCallback(() => {
    setErrorCode(undefined)
    fetchPart().then(
      (fetched) => setPart(() => fetched),
      (error: unknown) => setErrorCode(codeOf(error)),
    )
  }, [fetchPart])
  // Before the first painting: where the code is there already nothing stands in for it.
  useLayoutEffect(load, [load])
  return { Part, errorCode, load }
}
