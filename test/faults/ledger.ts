import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/**
 * The load's actions and observations, one line each. `id` is the message id (sha256 of the envelope), `at` milliseconds of one
 * clock. A publish with neither `acked` nor `refused` is indeterminate: it may have been stored or not.
 */
export type LedgerLine =
  /** The client will hear the topic from now to the end of the run. */
  | { readonly kind: 'subscriber'; readonly clientId: string; readonly topic: string }
  /** `connection` numbers the publisher's connections: on one of them order is promised. */
  | {
      readonly kind: 'publish'
      readonly id: string
      readonly clientId: string
      readonly topic: string
      readonly connection: number
      readonly at: number
    }
  /** Answered `true`; `tries` counts how often it was sent, `connection` is where the answer came. */
  | {
      readonly kind: 'acked'
      readonly id: string
      readonly tries: number
      readonly connection: number
      readonly at: number
    }
  /** Answered with an error that says it is not stored. */
  | { readonly kind: 'refused'; readonly id: string; readonly code: number; readonly at: number }
  /** The application got it: written before the ack goes out. `connection` numbers the subscriber's connections. */
  | {
      readonly kind: 'delivered'
      readonly id: string
      readonly clientId: string
      readonly topic: string
      readonly connection: number
      readonly at: number
    }
  /** It came over the wire again and was kept from the application. */
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

/** A ledger in a file; each line is with the kernel before `write` returns, and outlives this process. */
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
