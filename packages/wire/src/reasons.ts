/** A numbered reason as it travels in a JSON-RPC error or a delete message. `data` is what a wallet says besides. */
export type Reason = { readonly code: number; readonly message: string; readonly data?: unknown }

/**
 * The numbered reasons of the WalletConnect v2 Sign protocol (specs/clients/sign/error-codes, and what clients send).
 * Numbers stay at the wire; inside, our own error codes are used.
 */
export const reasons = {
  invalidMethod: { code: 1001, message: 'Invalid method.' },
  invalidEvent: { code: 1002, message: 'Invalid event.' },
  invalidUpdateRequest: { code: 1003, message: 'Invalid update request.' },
  invalidExtendRequest: { code: 1004, message: 'Invalid extend request.' },
  invalidSessionSettleRequest: { code: 1005, message: 'Invalid session settle request.' },
  invalidSessionProposal: { code: 1006, message: 'Invalid session proposal.' },
  unauthorizedMethod: { code: 3001, message: 'Unauthorized method.' },
  unauthorizedEvent: { code: 3002, message: 'Unauthorized event.' },
  unauthorizedUpdateRequest: { code: 3003, message: 'Unauthorized update request.' },
  unauthorizedExtendRequest: { code: 3004, message: 'Unauthorized extend request.' },
  unauthorizedChain: { code: 3005, message: 'Unauthorized chain.' },
  userRejectedRequest: { code: 4001, message: 'User rejected the request.' },
  userRejected: { code: 5000, message: 'User rejected.' },
  userRejectedChains: { code: 5001, message: 'User rejected chains.' },
  userRejectedMethods: { code: 5002, message: 'User rejected methods.' },
  userRejectedEvents: { code: 5003, message: 'User rejected events.' },
  unsupportedChains: { code: 5100, message: 'Unsupported chains.' },
  unsupportedMethods: { code: 5101, message: 'Unsupported methods.' },
  unsupportedEvents: { code: 5102, message: 'Unsupported events.' },
  unsupportedAccounts: { code: 5103, message: 'Unsupported accounts.' },
  unsupportedNamespaceKey: { code: 5104, message: 'Unsupported namespace key.' },
  userDisconnected: { code: 6000, message: 'User disconnected.' },
  sessionSettlementFailed: { code: 7000, message: 'Session settlement failed.' },
  noSessionForTopic: { code: 7001, message: 'No session for topic.' },
  sessionRequestExpired: { code: 8000, message: 'Session request expired.' },
  methodUnsupported: { code: 10001, message: 'Unsupported wc_ method.' },
} as const satisfies Record<string, Reason>

/**
 * What official clients throw inside, which they do send when they refuse a message of ours: to be read, never sent.
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

export type ReasonName = keyof typeof reasons
