import type { MachineEvent } from '../flow/event.ts'
import type { LinkerEvent } from './linkerEvent.ts'
import { nonModalEvents } from './nonModalEvents.ts'

/** The part of a linker that handles each event. All other events belong to the flow. */
const eventOwners = {
  modal: ['opened', 'closed', 'viewShown', 'wentBack', 'retried', 'linkCopied'],
  catalog: ['searched', 'moreWanted', 'imagesWanted', 'installWanted', 'handoff'],
  ...nonModalEvents,
} as const satisfies Readonly<Record<string, readonly LinkerEvent['type'][]>>

type EventOwners = typeof eventOwners

/** The events of one part. */
export type EventOf<Owner extends keyof EventOwners> = Extract<LinkerEvent, { type: EventOwners[Owner][number] }>

/** Whether an event belongs to a part. */
export function isEventOf<Owner extends keyof EventOwners>(
  owner: Owner,
  event: LinkerEvent | MachineEvent,
): event is EventOf<Owner> {
  const types: readonly string[] = eventOwners[owner]
  return types.includes(event.type)
}
