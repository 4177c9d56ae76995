/** Throws why a signal was aborted, if it was. `AbortSignal` of older engines has neither `throwIfAborted` nor a reason. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(signal)
}

/** Why a signal was aborted. */
export function abortReason({ reason }: AbortSignal): unknown {
  return reason ?? Object.assign(new Error('This was aborted.'), { name: 'AbortError' })
}
