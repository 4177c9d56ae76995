import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from './hostClient.ts'

export type Asked<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly value: T }

/** Asks the server when first shown, and again on `reload`. What was there stays in sight until the new answer is there. */
export function useAnswer<T>(ask: () => Promise<Answer<T>>): { readonly asked: Asked<T>; readonly reload: () => void } {
  const [asked, setAsked] = useState<Asked<T>>({ status: 'loading' })
  const current = useRef(0)
  const reload = useCallback(() => {
    current.current += 1
    const mine = current.current
    // An answer that a later question overtook, or whose asker is gone, counts for nothing.
    void ask().then((answer) => {
      if (mine === current.current)
        setAsked(answer.isDone ? { status: 'ready', value: answer.value } : { status: 'failed' })
    })
  }, [ask])
  useEffect(() => {
    reload()
    return () => {
      current.current += 1
    }
  }, [reload])
  return { asked, reload }
}
