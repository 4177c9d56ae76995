import type { Browser } from '@playwright/test'

/** The desktop that is meant where a phone is said to be four times as slow, in points of BenchmarkIndex (lighthouse-cpu-throttling-calculator). */
const desktopIndex = 1_533
const most = 4

/**
 * How many times slower this machine's processor must become to be that of a mid-tier phone: four times where it is as fast as
 * the desktop that Lighthouse means by that, less where it is slower itself, never more.
 */
export async function readSlowdown(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  const index = await page.evaluate(benchmarkIndex)
  await page.close()
  return Math.min(most, Math.max(1, (most * index) / desktopIndex))
}

/**
 * What Lighthouse calls BenchmarkIndex, by its definition: how often a second a text of 10,000 letters is put together, and a
 * list of 100,000 numbers copied, counted for half a second each; a tenth of the mean of both.
 */
function benchmarkIndex(): number {
  let letters = 0
  const write = () => {
    let text = ''
    for (let at = 0; at < 10_000; at += 1) text += 'a'
    letters += text.length
  }
  const numbers = Array.from({ length: 100_000 }, (_, at) => at)
  let [from, to] = [numbers, [...numbers]]
  const copy = () => {
    for (let at = 0; at < from.length; at += 1) to[at] = from[at] ?? 0
    ;[from, to] = [to, from]
  }
  const tenthOfRate = (work: () => void): number => {
    const startedAt = performance.now()
    let times = 0
    for (; performance.now() - startedAt < 500; times += 10) for (let turn = 0; turn < 10; turn += 1) work()
    return (times * 100) / (performance.now() - startedAt)
  }
  const index = (tenthOfRate(write) + tenthOfRate(copy)) / 2
  // What nobody reads might not be written at all.
  return letters > 0 ? index : Number.NaN
}
