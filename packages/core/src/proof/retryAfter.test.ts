import { expect, test } from 'vitest'
import { retryAfter } from './retryAfter.ts'

test('retryAfter: the same session where another signature may help, else another pairing', () => {
  const of = (code: string) => retryAfter({ kind: 'linkRefused', code, message: '' })
  expect([
    of('proof_invalid'),
    of('challenge_expired'),
    of('request_rejected'),
    of('not_signed_in'),
    of('extension_declined'),
    of('extension_busy'),
    of('extension_silent'),
  ]).toEqual(Array.from({ length: 7 }, () => 'proof'))
  expect([
    of('session_ended'),
    of('unknown_session'),
    of('method_not_granted'),
    of('wallet_already_linked'),
    of('unsupported_account'),
    of('account_not_granted'),
    of('extension_missing'),
  ]).toEqual(Array.from({ length: 7 }, () => 'pairing'))
})
