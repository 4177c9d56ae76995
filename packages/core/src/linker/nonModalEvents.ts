import type { MachineEvent } from '../flow/event.ts'
import type { LinkerEvent } from './linkerEvent.ts'

// This module is separate because a page loads it with its button, and the events of the other parts only with the modal.

/** The events of the parts that work without the modal. */
export const nonModalEvents = {
  linkedWallets: ['linkedWalletsWanted', 'unlinked', 'walletChanged', 'historyWanted', 'walletFailureRead'],
  keptSessions: ['sessionsWanted', 'sessionRevoked', 'allSessionsRevoked', 'endedSessionsRead'],
} as const satisfies Readonly<Record<string, readonly LinkerEvent['type'][]>>

/** Whether an event belongs to a part that works without the modal. */
export function isNonModalEvent({ type }: LinkerEvent | MachineEvent): boolean {
  const types: readonly string[] = Object.values(nonModalEvents).flat()
  return types.includes(type)
}
