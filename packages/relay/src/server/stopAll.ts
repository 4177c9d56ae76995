/**
 * Stops every part, the last first, even if another part fails.
 * @throws the first error, after all parts have been stopped
 */
export async function stopAll(parts: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const stop of [...parts].reverse()) {
    try {
      await stop()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
