import { buildReactPage } from '../buildPage.ts'

/** Builds the proof pages. Two separate builds keep the code of one page out of another page that is measured. */
export async function buildProof(outDir: string): Promise<void> {
  await buildReactPage(import.meta.dirname, outDir, ['index.html', 'code.html'])
  await buildReactPage(import.meta.dirname, outDir, ['kept-sessions.html'], false)
}
