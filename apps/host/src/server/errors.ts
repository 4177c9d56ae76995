/** A failure of the host server. `code` is the contract, `message` one line for a person. */
export abstract class HostError extends Error {
  abstract readonly code: string

  override get name(): string {
    return this.constructor.name
  }
}

/** There is no built page in the folder. Thrown at start, never answered. */
export class PageNotBuiltError extends HostError {
  readonly code = 'page_not_built'
}

/** The request names another host than the public address. Answered with 421. */
export class HostUnknownError extends HostError {
  readonly code = 'host_unknown'
}
