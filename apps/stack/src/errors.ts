/** An error that keeps the stack from starting. `message` is one line: the cause and the remedy. */
export abstract class StackError extends Error {
  abstract readonly code: string

  override get name(): string {
    return this.constructor.name
  }
}

/** An option or its environment variable has a value that cannot be used. */
export class InvalidOptionError extends StackError {
  readonly code = 'invalid_option'
}

/** The data folder cannot be created or written. */
export class DataFolderUnwritableError extends StackError {
  readonly code = 'data_folder_unwritable'
}

/** Another stack runs on the data folder. */
export class DataFolderInUseError extends StackError {
  readonly code = 'data_folder_in_use'
}

/** The interface is not this machine's, or the port needs rights this user lacks. */
export class AddressRefusedError extends StackError {
  readonly code = 'address_refused'
}

/** A page could not be built from its sources. */
export class PageBuildFailedError extends StackError {
  readonly code = 'page_build_failed'
}
