import type { Reason } from './reason.ts'

// The numbered reasons of the WalletConnect v2 Sign protocol (specs/clients/sign/error-codes, and what clients send), exported
// together as `reasons`. Numbers stay at the wire; the code inside uses our own error codes. Each reason is an export of its
// own, so that a page carries only those that it can send.

export const invalidMethod = { code: 1001, message: 'Invalid method.' } as const satisfies Reason
export const invalidEvent = { code: 1002, message: 'Invalid event.' } as const satisfies Reason
export const invalidUpdateRequest = { code: 1003, message: 'Invalid update request.' } as const satisfies Reason
export const invalidExtendRequest = { code: 1004, message: 'Invalid extend request.' } as const satisfies Reason
export const invalidSessionSettleRequest = {
  code: 1005,
  message: 'Invalid session settle request.',
} as const satisfies Reason
export const invalidSessionProposal = { code: 1006, message: 'Invalid session proposal.' } as const satisfies Reason
export const unauthorizedMethod = { code: 3001, message: 'Unauthorized method.' } as const satisfies Reason
export const unauthorizedEvent = { code: 3002, message: 'Unauthorized event.' } as const satisfies Reason
export const unauthorizedUpdateRequest = {
  code: 3003,
  message: 'Unauthorized update request.',
} as const satisfies Reason
export const unauthorizedExtendRequest = {
  code: 3004,
  message: 'Unauthorized extend request.',
} as const satisfies Reason
export const unauthorizedChain = { code: 3005, message: 'Unauthorized chain.' } as const satisfies Reason
export const userRejectedRequest = { code: 4001, message: 'User rejected the request.' } as const satisfies Reason
export const userRejected = { code: 5000, message: 'User rejected.' } as const satisfies Reason
export const userRejectedChains = { code: 5001, message: 'User rejected chains.' } as const satisfies Reason
export const userRejectedMethods = { code: 5002, message: 'User rejected methods.' } as const satisfies Reason
export const userRejectedEvents = { code: 5003, message: 'User rejected events.' } as const satisfies Reason
export const unsupportedChains = { code: 5100, message: 'Unsupported chains.' } as const satisfies Reason
export const unsupportedMethods = { code: 5101, message: 'Unsupported methods.' } as const satisfies Reason
export const unsupportedEvents = { code: 5102, message: 'Unsupported events.' } as const satisfies Reason
export const unsupportedAccounts = { code: 5103, message: 'Unsupported accounts.' } as const satisfies Reason
export const unsupportedNamespaceKey = { code: 5104, message: 'Unsupported namespace key.' } as const satisfies Reason
export const userDisconnected = { code: 6000, message: 'User disconnected.' } as const satisfies Reason
export const sessionSettlementFailed = { code: 7000, message: 'Session settlement failed.' } as const satisfies Reason
export const noSessionForTopic = { code: 7001, message: 'No session for topic.' } as const satisfies Reason
export const sessionRequestExpired = { code: 8000, message: 'Session request expired.' } as const satisfies Reason
export const methodUnsupported = { code: 10001, message: 'Unsupported wc_ method.' } as const satisfies Reason
