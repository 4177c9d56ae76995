import { codeOf, type FailureCode } from '@hawser/core'
import { type ComponentType, useCallback, useLayoutEffect, useState } from 'react'

/**
 * A part of a view whose code is a separate chunk: undefined while it loads, with the code of the error if it cannot be
 * loaded. `fetchPart` is the same function each time.
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
  // Before the first painting: if the code is loaded already, no placeholder appears.
  useLayoutEffect(load, [load])
  return { Part, errorCode, load }
}
