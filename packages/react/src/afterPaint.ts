/** Calls `callback` in the task after the next painted frame. Returns a function that cancels the call before that frame. */
export function afterPaint(callback: () => void): () => void {
  const frame = requestAnimationFrame(() => setTimeout(callback))
  return () => cancelAnimationFrame(frame)
}
