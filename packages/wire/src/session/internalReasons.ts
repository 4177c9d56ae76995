import type { Reason } from './reason.ts'

/**
 * Internal errors of official clients, which those clients also send when they refuse a message of ours. We read these reasons
 * and never send them.
 */
export const internalReasons = {
  notInitialized: { code: 1, message: 'Not initialized.' },
  noMatchingKey: { code: 2, message: 'No matching key.' },
  restoreWillOverride: { code: 3, message: 'Restore will override.' },
  resubscribed: { code: 4, message: 'Resubscribed.' },
  missingOrInvalid: { code: 5, message: 'Missing or invalid.' },
  expired: { code: 6, message: 'Expired.' },
  unknownType: { code: 7, message: 'Unknown type.' },
  mismatchedTopic: { code: 8, message: 'Mismatched topic.' },
  nonConformingNamespaces: { code: 9, message: 'Non conforming namespaces.' },
} as const satisfies Record<string, Reason>
