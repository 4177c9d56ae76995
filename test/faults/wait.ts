/** Resolves once the condition is true; rejects when it stays false for `patienceMs` milliseconds. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, patienceMs = 60_000): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not within ${patienceMs} ms: ${what}.`)
    await pause(20)
  }
}

/** Waits for the duration of a fault. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
