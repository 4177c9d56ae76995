import { buildReactPage } from '../buildPage.ts'

/** Builds the proof pages; code that one of them needs is no part of another that is measured. */
export async function buildProof(outDir: string): Promise<void> {
  await buildReactPage(import.meta.dirname, outDir, ['index.html', 'code.html'])
  await buildReactPage(import.meta.dirname, outDir, ['kept-sessions.html'], false)
}
