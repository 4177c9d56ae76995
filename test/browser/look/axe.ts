import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

/** The library that the tests add to a page. */
declare global {
  interface Window {
    readonly axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Adds axe to a page, once per document. The page's policy does not apply to code that the browser's tools evaluate. */
export async function addAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
}

/** The problems that axe finds in a page, or within an element of the page, after all finite animations have ended. */
export async function axeProblems(page: Page, within?: string): Promise<readonly string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity),
  )
  await addAxe(page)
  return page.evaluate(async (selector) => {
    const { violations } = await window.axe.run(selector ?? document, { resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, within)
}
