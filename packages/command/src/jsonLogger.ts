import { writeSync } from 'node:fs'
import { hostname } from 'node:os'
import process from 'node:process'

/** The lowest level that is logged. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

type Log = (fields: object, text: string) => void
/** A logger that writes a line of JSON for each event. */
export type JsonLogger = Readonly<Record<'debug' | 'info' | 'warn' | 'error' | 'fatal', Log>>

/** The numbers of pino and bunyan, so that their log readers work. */
const ranks = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
  silent: Number.POSITIVE_INFINITY,
} as const
const maxWaitingBytes = 1024 * 1024

/**
 * Creates a logger. It writes each line at once, so that the last line before a crash is not lost. Lines that no reader takes,
 * or that a full disk refuses, wait for the next line. Beyond a megabyte, lines are lost instead of the process.
 * @param write - returns how many of the bytes it took. Default: to stderr
 */
export function createJsonLogger(options: {
  readonly name: string
  readonly level: LogLevel
  readonly now?: () => number
  readonly write?: (bytes: Uint8Array) => number
}): JsonLogger {
  const { name, level, now = Date.now, write = (bytes) => writeSync(process.stderr.fd, bytes) } = options
  const about = { pid: process.pid, hostname: hostname(), name }
  let waiting = Buffer.alloc(0)

  function flush(): void {
    try {
      while (waiting.length > 0) waiting = waiting.subarray(write(waiting))
    } catch {
      // A failure of the log itself cannot be reported.
    }
  }

  function logAt(rank: number): Log {
    if (rank < ranks[level]) return () => {}
    return (fields, text) => {
      const line = Buffer.from(`${JSON.stringify({ level: rank, time: now(), ...about, ...fields, msg: text })}\n`)
      if (waiting.length + line.length <= maxWaitingBytes) waiting = Buffer.concat([waiting, line])
      flush()
    }
  }

  return {
    debug: logAt(ranks.debug),
    info: logAt(ranks.info),
    warn: logAt(ranks.warn),
    error: logAt(ranks.error),
    fatal: logAt(ranks.fatal),
  }
}
