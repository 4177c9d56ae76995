import type { Reason } from './reason.ts'

/**
 * The numbered reasons of sign-in (wc_sessionAuthenticate). Separate from the others, so that a page without sign-in does not
 * carry them.
 */
export const signInReasons = {
  malformedResponseParams: { code: 11001, message: 'Malformed response parameters.' },
  malformedRequestParams: { code: 11002, message: 'Malformed request parameters.' },
  messageCompromised: { code: 11003, message: 'Message compromised.' },
  signatureVerificationFailed: { code: 11004, message: 'Signature verification failed.' },
  authRequestExpired: { code: 11005, message: 'Request expired.' },
  missingIssuer: { code: 11006, message: 'Missing issuer.' },
  authUserRejected: { code: 12001, message: 'User rejected the request.' },
  authUserDisconnected: { code: 12002, message: 'User disconnected.' },
} as const satisfies Record<string, Reason>
