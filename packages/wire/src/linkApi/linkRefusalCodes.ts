/**
 * Every code of a refusal by the link API, shared by its client and its server. A newer server, or a proxy in front of it, can
 * send other codes. `parseLinkErrorBody` reads those as `link_refused`, so that a `switch` over the codes can be complete.
 */
export const linkRefusalCodes = [
  'account_not_deployed',
  'body_too_large',
  'cannot_check_now',
  'challenge_expired',
  'challenge_unknown',
  'content_type_not_json',
  'digits_wrong',
  'forbidden_origin',
  'handoff_elsewhere',
  'handoff_not_proven',
  'handoff_over',
  'handoff_unknown',
  'invalid_link_body',
  'last_factor',
  'link_failed',
  'not_found',
  'not_signed_in',
  'proof_invalid',
  'proof_required',
  'signature_pending',
  'too_many_challenges',
  'too_many_requests',
  'too_many_wallets',
  'unsupported_account',
  'unsupported_signature',
  'wallet_already_linked',
  'wallet_not_linked',
] as const

/** A code that the link API refuses with. */
export type LinkRefusalCode = (typeof linkRefusalCodes)[number]
