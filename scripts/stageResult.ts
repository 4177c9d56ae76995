/** How the tests of a stage went. A skipped one counts as failed; `failing` has a line for each that has a name. */
export type StageResult = {
  readonly passed: number
  readonly failed: number
  readonly failing: readonly string[]
  /** Of the stage and its programs, where the system says it. */
  readonly processorSeconds?: number
  /** How long each file of tests took, in any order. */
  readonly slow: readonly { readonly file: string; readonly seconds: number }[]
}
