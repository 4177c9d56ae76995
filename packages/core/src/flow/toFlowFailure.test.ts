import {
  ProposalExpiredError,
  ProposalRejectedError,
  RelayUnreachableError,
  RequestRejectedError,
  SessionEndedError,
} from '@hawser/sign'
import { internalReasons, reasons } from '@hawser/wire'
import { expect, test } from 'vitest'
import {
  AccountNotGrantedError,
  ExtensionBusyError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  ExtensionMissingError,
  ExtensionSilentError,
  LinkUnavailableError,
} from '../errors.ts'
import type { FailureCode } from '../failureCode.ts'
import { CodeEndedError, LinkRefusedError, RelaySilentError } from './errors.ts'
import { retryAfter, toFlowFailure } from './toFlowFailure.ts'

test.each([
  [new ProposalRejectedError(reasons.userRejected), 'declined', 'proposal_rejected'],
  [new RequestRejectedError(reasons.userRejectedRequest), 'declined', 'request_rejected'],
  [new ProposalExpiredError('x'), 'expired', 'proposal_expired'],
  [new RelayUnreachableError('x'), 'relayUnreachable', 'relay_unreachable'],
  [new RelaySilentError('x'), 'relayUnreachable', 'relay_silent'],
  [new SessionEndedError(reasons.userDisconnected), 'sessionEnded', 'session_ended'],
  [new AccountNotGrantedError('x'), 'connectionFailed', 'account_not_granted'],
  [new ExtensionDeclinedError('x'), 'declined', 'extension_declined'],
  [new ExtensionBusyError('x'), 'connectionFailed', 'extension_busy'],
  [new ExtensionMissingError('x'), 'connectionFailed', 'extension_missing'],
  [new ExtensionSilentError('x'), 'expired', 'extension_silent'],
  [new ExtensionFailedError('x'), 'connectionFailed', 'extension_failed'],
  [new CodeEndedError('x'), 'expired', 'code_ended'],
  [new LinkUnavailableError('x'), 'linkRefused', 'link_unavailable'],
  [new LinkRefusedError(401, { code: 'not_signed_in', message: 'x' }), 'linkRefused', 'not_signed_in'],
  [new LinkRefusedError(403, { code: 'link_refused', message: 'x', reason: 'teapot' }), 'linkRefused', 'link_refused'],
  [new TypeError('x'), 'connectionFailed', 'unknown'],
  ['x', 'connectionFailed', 'unknown'],
])('toFlowFailure: %s is %s, code %s', (error, kind, code) => {
  expect(toFlowFailure(error)).toMatchObject({ kind, code })
})

// OneKeyHQ/app-monorepo#13073: the visitor said yes, and the wallet could not settle. Official wallets answer with 2 to 9 or a
// number from 1000 on before they show a proposal.
test.each([
  reasons.sessionSettlementFailed,
  reasons.noSessionForTopic,
  reasons.sessionRequestExpired,
  reasons.invalidSessionSettleRequest,
  reasons.invalidSessionProposal,
  internalReasons.missingOrInvalid,
  ...[2, 9, 1001, 1006, 7000, 7001, 8000].map((code) => ({ code, message: 'x' })),
  internalReasons.nonConformingNamespaces,
])('F22 toFlowFailure: nobody has declined a proposal that a wallet answers with $code', (reason) => {
  const failure = { kind: 'connectionFailed', code: 'proposal_rejected' }
  expect(toFlowFailure(new ProposalRejectedError(reason))).toMatchObject(failure)
})

test.each([
  ...[4001, 5000, 5001, 5002, 5003, 6000, 12001, -32000, -32603, 0, 1, 10, 500, 1000, 1007, 1300, 7002, 8001].map(
    (code) => ({ code, message: 'x' }),
  ),
  ...[2, 1001, 1300, 7000].flatMap((code) => [
    { code, message: 'User rejected' },
    { code, message: 'The request was cancelled by the user.' },
  ]),
])('F22 toFlowFailure: a proposal that a wallet answers with $code is declined', (reason) => {
  expect(toFlowFailure(new ProposalRejectedError(reason))).toMatchObject({ kind: 'declined' })
})

test.each([
  reasons.unsupportedChains,
  reasons.unsupportedMethods,
  reasons.unsupportedEvents,
  reasons.unsupportedAccounts,
  reasons.unsupportedNamespaceKey,
  reasons.unauthorizedMethod,
  reasons.unauthorizedChain,
  { code: -32601, message: 'Unsupported chains.' },
])('F22 toFlowFailure: a wallet that answers a proposal with $code lacks the networks', (reason) => {
  const failure = { kind: 'connectionFailed', code: 'chain_not_granted' }
  expect(toFlowFailure(new ProposalRejectedError(reason))).toMatchObject(failure)
})

test.each([
  reasons.userRejectedChains,
  reasons.userRejectedMethods,
  reasons.userRejectedEvents,
  reasons.userRejectedRequest,
  reasons.userDisconnected,
  { code: 12001, message: '' },
])('F22 toFlowFailure: a wallet that answers a proposal with $code has declined', (reason) => {
  expect(toFlowFailure(new ProposalRejectedError(reason)).kind).toBe('declined')
})

test('retryAfter: the same session if another signature may help, else another pairing', () => {
  const of = (code: FailureCode) => retryAfter({ kind: 'linkRefused', code, message: '' })
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
