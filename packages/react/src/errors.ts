/** A hook or the button was used outside of a LinkerProvider. */
export class MissingLinkerError extends Error {
  readonly code = 'missing_linker'

  constructor() {
    super('There is no linker here. Render <LinkerProvider linker={linker}> above the component that uses it.')
  }

  override get name(): string {
    return 'MissingLinkerError'
  }
}
