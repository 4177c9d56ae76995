/**
 * Stops every part, the last first, whatever happens to the others.
 * @throws the first error, when all are stopped
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
