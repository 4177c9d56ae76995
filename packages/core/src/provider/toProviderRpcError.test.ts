import {
  ChainNotGrantedError,
  ClientStoppedError,
  InvalidRequestError,
  MethodNotGrantedError,
  ProposalRejectedError,
  RelayBusyError,
  RelayClockError,
  RelayRefusedError,
  RelayUnreachableError,
  RequestExpiredError,
  RequestRejectedError,
  SessionEndedError,
  UnknownSessionError,
} from '@hawser/sign'
import type { BaseError } from '@hawser/wire'
import { expect, test } from 'vitest'
import {
  AccountNotGrantedError,
  ChainNotReachedError,
  ChainUnrecognizedError,
  ExtensionBusyError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  ExtensionMissingError,
  ExtensionSilentError,
  InvalidParamsError,
  LinkingClosedError,
  MethodUnsupportedError,
  ProviderStoppedError,
  RpcUnavailableError,
  RpcUrlMissingError,
  WalletGoneError,
  WalletNotConnectedError,
} from '../errors.ts'
import { ClientUnavailableError } from '../platform/errors.ts'
import { ProviderRpcError } from '../platform/providerRpcError.ts'
import { toRefusal } from './refusedRequest.ts'
import { toProviderRpcError } from './toProviderRpcError.ts'

const reason = { code: 4001, message: 'No.' }
const table: readonly (readonly [BaseError, number])[] = [
  [new ProposalRejectedError(reason), 4001],
  [new RequestRejectedError(reason), 4001],
  [new ExtensionDeclinedError(''), 4001],
  [new LinkingClosedError(''), 4001],
  [new WalletNotConnectedError(''), 4100],
  [new AccountNotGrantedError(''), 4100],
  [new MethodNotGrantedError(''), 4200],
  [new MethodUnsupportedError(''), 4200],
  [new WalletGoneError(''), 4900],
  [new SessionEndedError(reason), 4900],
  [new UnknownSessionError(''), 4900],
  [new ClientStoppedError(''), 4900],
  [new ClientUnavailableError(''), 4900],
  [new ExtensionMissingError(''), 4900],
  [new ProviderStoppedError(''), 4900],
  [new RelayUnreachableError(''), 4900],
  [new RelayRefusedError(''), 4900],
  [new RelayBusyError(''), 4900],
  [new RelayClockError(undefined, 0), 4900],
  [new ChainNotGrantedError(''), 4901],
  [new RpcUrlMissingError(''), 4901],
  [new ChainNotReachedError(''), 4901],
  [new ChainUnrecognizedError(''), 4902],
  [new InvalidParamsError(''), -32602],
  [new InvalidRequestError(''), -32602],
  [new RequestExpiredError(''), -32002],
  [new ExtensionSilentError(''), -32002],
  [new ExtensionBusyError(''), -32002],
  [new RpcUnavailableError(''), -32603],
  [new ExtensionFailedError(''), -32603],
]

test.each(table)('toProviderRpcError: %s', (error, number) => {
  expect(toProviderRpcError(error)).toMatchObject({ name: 'ProviderRpcError', code: number, cause: error })
})

test('toProviderRpcError: a foreign error is internal, without its text', () => {
  const foreign = new Error('https://rpc.example/key')
  expect(toProviderRpcError(foreign)).toMatchObject({ code: -32603, message: 'The request failed.', cause: foreign })
  const own = new ProviderRpcError(7, 'as it is')
  expect(toProviderRpcError(own)).toBe(own)
})

test('toProviderRpcError: a wallet that refuses without a message', () => {
  const said = toProviderRpcError(new RequestRejectedError({ code: -32000, message: '' }))
  expect(said).toMatchObject({ code: -32000, message: 'The peer refused the request (-32000).' })
})

test.each([
  { code: -32603, message: 'x', data: { code: 4001 } },
  { code: -32000, message: 'User rejected the request.' },
  { code: 5000, message: 'Declined' },
  { code: 500, message: 'User rejected' },
  { code: 0, message: 'User rejected' },
  { code: -32603, message: 'User rejected tx' },
])('F09 toRefusal: a wallet that refuses with %j is 4001', (said) => {
  const error = new RequestRejectedError(said)
  expect(toRefusal(error)).toMatchObject({ code: 4001, message: said.message, cause: error })
})
