/** Throws the reason of an aborted signal. `AbortSignal` of older engines has neither `throwIfAborted` nor a reason. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(signal)
}

/** The reason of an aborted signal. */
export function abortReason({ reason }: AbortSignal): unknown {
  return reason ?? Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' })
}
