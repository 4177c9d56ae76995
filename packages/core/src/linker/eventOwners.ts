import type { MachineEvent } from '../flow/event.ts'
import type { LinkerEvent } from './state.ts'

/** The parts of a linker that events are for. */
type EventOwner = 'flow' | 'modal' | 'catalog' | 'linkedWallets' | 'keptSessions'

/** Which part of a linker an event is for. Events that are not sent from outside are the flow's. */
const eventOwners = {
  opened: 'modal',
  closed: 'modal',
  viewShown: 'modal',
  wentBack: 'modal',
  retried: 'modal',
  linkCopied: 'modal',
  installWanted: 'modal',
  walletChosen: 'flow',
  anyWalletChosen: 'flow',
  platformChosen: 'flow',
  linkOpened: 'flow',
  renewed: 'flow',
  searched: 'catalog',
  moreWanted: 'catalog',
  imagesWanted: 'catalog',
  linkedWalletsWanted: 'linkedWallets',
  unlinked: 'linkedWallets',
  walletChanged: 'linkedWallets',
  historyWanted: 'linkedWallets',
  walletFailureRead: 'linkedWallets',
  sessionsWanted: 'keptSessions',
  sessionRevoked: 'keptSessions',
  allSessionsRevoked: 'keptSessions',
  endedSessionsRead: 'keptSessions',
} as const satisfies Record<LinkerEvent['type'], EventOwner>

type EventOwners = typeof eventOwners

/** The events that are for one part. */
export type EventOf<Owner extends EventOwner> = Extract<
  LinkerEvent,
  { type: { [Type in keyof EventOwners]: EventOwners[Type] extends Owner ? Type : never }[keyof EventOwners] }
>

/** Whether an event is for a part. */
export function isFor<Owner extends EventOwner>(
  owner: Owner,
  event: LinkerEvent | MachineEvent,
): event is EventOf<Owner> {
  const owners: Readonly<Record<string, EventOwner>> = eventOwners
  return owners[event.type] === owner
}
