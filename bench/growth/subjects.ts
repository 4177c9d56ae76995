import { linkSubjects } from './link.ts'
import { modalSubjects } from './modal.ts'
import { registrySubject } from './registry.ts'
import { relayConnections } from './relayConnections.ts'
import { relayMailboxes } from './relayMailboxes.ts'
import { relayNodes } from './relayNodes.ts'
import type { Subject } from './subject.ts'

/** All subjects, in the order of the table. */
export const subjects: readonly Subject[] = [
  ...relayMailboxes,
  relayConnections,
  relayNodes,
  ...linkSubjects,
  registrySubject,
  ...modalSubjects,
]
