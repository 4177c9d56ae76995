/**
 * A hook or the button was used outside a LinkerProvider. Not a BaseError: the button would have to fetch that module for this
 * class alone. The message tells the developer the remedy.
 */
export class MissingLinkerError extends Error {
  readonly code = 'missing_linker'

  constructor() {
    super('Render <LinkerProvider linker={linker}> above the component that uses it.')
  }

  override get name(): string {
    return 'MissingLinkerError'
  }

  // The same address as in wire/baseError.ts; a test compares the two.
  get docsUrl(): string {
    return 'https://hawser.example/errors/missing_linker'
  }
}
