import { codeOf, type FailureCode } from '@hawser/core'
import { type ComponentType, useCallback, useLayoutEffect, useState } from 'react'

/**
 * A component whose code is a separate chunk. `Part` is undefined while the code loads; `errorCode` says why loading failed.
 * `fetchPart` must be the same function at each render.
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
  // A layout effect runs before the first paint: no placeholder appears if the code is already loaded.
  useLayoutEffect(load, [load])
  return { Part, errorCode, load }
}
