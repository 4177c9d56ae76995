/** Runs an action `count` times in batches. The next batch starts when the previous one is done. */
export async function inBatches(
  count: number,
  batch: number,
  one: (number: number) => Promise<unknown>,
): Promise<void> {
  for (let done = 0; done < count; done += batch) {
    const some = Math.min(batch, count - done)
    await Promise.all(Array.from({ length: some }, (_, index) => one(done + index)))
  }
}
