/**
 * A hook or the button was used outside of a LinkerProvider. No BaseError, whose module the button would fetch on its own for it:
 * the message has the remedy for the developer.
 */
export class MissingLinkerError extends Error {
  readonly code = 'missing_linker'

  constructor() {
    super('Render <LinkerProvider linker={linker}> above the component that uses it.')
  }

  override get name(): string {
    return 'MissingLinkerError'
  }

  // The address of wire/baseError.ts: a test compares them.
  get docsUrl(): string {
    return 'https://hawser.example/errors/missing_linker'
  }
}
