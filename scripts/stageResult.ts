/** The result of a stage's tests. A skipped test counts as failed; `failing` has a line for each failure with a name. */
export type StageResult = {
  readonly passed: number
  readonly failed: number
  readonly failing: readonly string[]
  /** The processor time of the stage and its programs, if the system reports it. */
  readonly processorSeconds?: number
  /** How long each file of tests took, in any order. */
  readonly slow: readonly { readonly file: string; readonly seconds: number }[]
}
