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

/** What of ours stands in a page. */
export type ViewPart = 'modal' | 'linked wallets' | 'link history' | 'sessions'

/** A part of ours could not be drawn. What was thrown is the `cause`. */
export class ViewFailedError extends Error {
  readonly code = 'view_failed'
  readonly part: ViewPart

  constructor(part: ViewPart, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The ${part} could not be drawn (${reason}). Check the messages and options of LinkerProvider.`, { cause })
    this.part = part
  }

  override get name(): string {
    return 'ViewFailedError'
  }
}
