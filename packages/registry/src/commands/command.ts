/** One command of `hawser-registry`: each file beside this one exports its own as `command`. */
export type Command = {
  /** One line of `hawser-registry --help`. */
  readonly summary: string
  /** What `hawser-registry <command> --help` prints. */
  readonly help: string
  /**
   * Does it.
   * @param args - what stands after the command's name
   * @returns the exit code; what it throws becomes one line and exit code 1
   */
  run(args: readonly string[], world: CommandWorld): Promise<number>
}

/** What a command may touch beyond files. */
export type CommandWorld = {
  /** To standard output, as it stands: a line ends in `\n`. */
  write(text: string): void
  /** To standard error, as it stands. */
  fail(text: string): void
  /** Epoch milliseconds. */
  now(): number
  randomBytes(length: number): Uint8Array
  readonly fetch: typeof fetch
  /** Calls back when the process is told to stop (SIGINT, SIGTERM). */
  onStop(stop: () => void): void
}
