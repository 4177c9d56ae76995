/** Reports when clients should use another relay on the same store. */
export type StoreWatch = {
  isAway(): boolean
  stop(): void
}

/**
 * Checks repeatedly whether the store answers. A store that has not answered for `patienceMs` is away until it answers again.
 * @param options - `isReady` never rejects; `onAway` is called after each check that finds the store away
 */
export function watchStore(options: {
  readonly isReady: () => Promise<boolean>
  readonly patienceMs: number
  readonly onAway: () => void
  readonly askMs?: number
}): StoreWatch {
  const { isReady, patienceMs, onAway, askMs = 1_000 } = options
  let answeredAt = performance.now()
  let isAway = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const ask = async (): Promise<void> => {
    const askedAt = performance.now()
    const isThere = await isReady()
    if (isStopped) return
    if (isThere) answeredAt = askedAt
    isAway = askedAt - answeredAt >= patienceMs
    if (isAway) onAway()
    timer = setTimeout(ask, askMs)
  }
  timer = setTimeout(ask, askMs)
  return {
    isAway: () => isAway,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
