import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/**
 * The load's actions and observations, one line each. `id` is the message id (sha256 of the envelope), `at` the milliseconds of
 * one clock. A publish with neither `acked` nor `refused` is indeterminate: it can be stored or not.
 */
export type LedgerLine =
  /** The client receives the topic from now to the end of the run. */
  | { readonly kind: 'subscriber'; readonly clientId: string; readonly topic: string }
  /** `connection` numbers the publisher's connections: the relay promises order on each of them. */
  | {
      readonly kind: 'publish'
      readonly id: string
      readonly clientId: string
      readonly topic: string
      readonly connection: number
      readonly at: number
    }
  /** Answered `true`. `tries` counts the sends; `connection` is the connection that received the answer. */
  | {
      readonly kind: 'acked'
      readonly id: string
      readonly tries: number
      readonly connection: number
      readonly at: number
    }
  /** Answered with an error that says the message is not stored. */
  | { readonly kind: 'refused'; readonly id: string; readonly code: number; readonly at: number }
  /**
   * Delivered to the application; the line is written before the ack goes out. `connection` numbers the subscriber's
   * connections.
   */
  | {
      readonly kind: 'delivered'
      readonly id: string
      readonly clientId: string
      readonly topic: string
      readonly connection: number
      readonly at: number
    }
  /** Arrived over the wire again, and was not passed to the application. */
  | {
      readonly kind: 'again'
      readonly id: string
      readonly clientId: string
      readonly topic: string
      readonly connection: number
    }

export type Ledger = {
  write(line: LedgerLine): void
  close(): void
}

/** Opens a ledger in a file. Each line is in the kernel before `write` returns, so it survives a kill of this process. */
export function openLedger(file: string): Ledger {
  const descriptor = openSync(file, 'a')
  return {
    write: (line) => void writeSync(descriptor, `${JSON.stringify(line)}\n`),
    close: () => closeSync(descriptor),
  }
}

export function readLedger(file: string): readonly LedgerLine[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line): LedgerLine => JSON.parse(line))
}
