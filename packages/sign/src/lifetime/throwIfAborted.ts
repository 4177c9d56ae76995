/** Throws the reason of an aborted signal. `AbortSignal` of older engines has neither `throwIfAborted` nor a reason. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(signal)
}

/** Returns the reason of an aborted signal, or an `AbortError` if the signal has none. */
export function abortReason({ reason }: AbortSignal): unknown {
  return reason ?? Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' })
}
