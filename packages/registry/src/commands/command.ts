/** One command of `hawser-registry`: each file beside this one exports its own as `command`. */
export type Command = {
  /** One line of `hawser-registry --help`. */
  readonly summary: string
  /** The output of `hawser-registry <command> --help`. */
  readonly help: string
  /**
   * Runs the command.
   * @param args - the arguments after the command's name
   * @returns the exit code; a thrown error becomes one line and exit code 1
   */
  run(args: readonly string[], world: CommandWorld): Promise<number>
}

/** A command's access to the world beyond files. */
export type CommandWorld = {
  /** To standard output, unchanged: a line ends in `\n`. */
  write(text: string): void
  /** To standard error, unchanged. */
  fail(text: string): void
  /** Epoch milliseconds. */
  now(): number
  randomBytes(length: number): Uint8Array
  readonly fetch: typeof fetch
  /** Calls back when the process receives SIGINT or SIGTERM. */
  onStop(stop: () => void): void
}
