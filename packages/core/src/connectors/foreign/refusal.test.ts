import { expect, test } from 'vitest'
import { readRefusal, refusalIn } from './refusal.ts'

const cyclic: Record<string, unknown> = { message: 'x' }
cyclic.cause = cyclic
cyclic.data = { error: cyclic }
const named = (name: string, message = 'x') => Object.assign(new Error(message), { name })

// vultisig/vultisig-windows#3928, #4564, and the forms that libraries around extensions give these errors.
test.each<[unknown]>([
  ['User denied the request'],
  ['User rejected'],
  ['rejected'],
  ['Cancelled'],
  [new Error('User denied the request')],
  [new Error('Rejected')],
  [new Error('Declined by the user.')],
  [new Error('Signature request was declined')],
  [new Error('Error: User cancelled')],
  [new Error('User has rejected the request')],
  [new Error('User closed the window')],
  [new Error('Approval Denied')],
  [new Error('Plugin Closed')],
  [{ message: 'MetaMask Tx Signature: User denied transaction signature.' }],
  [{ code: 4001 }],
  [{ code: '4001', message: 'x' }],
  [4001],
  [{ code: 5000, message: 'User rejected.' }],
  [{ code: 'ACTION_REJECTED', reason: 'rejected', info: { error: { code: 4001 } } }],
  [{ code: 'ACTION_REJECTED' }],
  [named('UserRejectedRequestError')],
  [{ code: -32603, message: 'x', data: { code: 4001 } }],
  [{ code: -32603, data: { originalError: { code: 4001 } } }],
  [{ code: -32603, message: 'Internal JSON-RPC error.', data: { message: 'User rejected the request.' } }],
  [{ code: -32603, data: 'User rejected the request' }],
  [{ code: -32000, message: 'User rejected the request.' }],
  [{ code: -32003, message: 'User denied the transaction' }],
  [{ code: -1, message: 'user reject' }],
  [{ code: 500, message: 'User rejected the request' }],
  [{ code: 0, message: 'canceled' }],
  // Numbers of a wallet's own, beside the words.
  [{ code: 1001, message: 'User cancelled' }],
  [{ code: 300, message: 'User rejects the action in the wallet' }],
  [{ code: 32603, message: 'User rejected the request.' }],
  [{ error: { code: 4001 } }],
  [new Error('x', { cause: { code: 4001 } })],
  // The Mobile Wallet Adapter of Solana: ERROR_NOT_SIGNED.
  [Object.assign(named('SolanaMobileWalletAdapterProtocolError'), { code: -3 })],
  // ERROR_AUTHORIZATION_FAILED: the visitor declined to connect. Some adapters keep only the message.
  [Object.assign(named('SolanaMobileWalletAdapterProtocolError', 'authorization request failed'), { code: -1 })],
  ['authorization request declined'],
  // vultisig/vultisig-windows#3928 and babylonlabs-io/babylon-toolkit#2176: a name instead of words, alone or as the code.
  ['rejectedByUser'],
  ['USER_REJECTED'],
  ['ACTION_REJECTED'],
  ['user_rejected'],
  [{ message: 'userRejected' }],
  [{ code: 'CONNECTION_REJECTED' }],
  [named('UserRefusedOnDevice')],
  // Phantom's names, an error as JSON text, and the other fields in which sessions have the words.
  [{ errorCode: 4001, errorMessage: 'x' }],
  [{ errorCode: -32603, errorMessage: 'User rejected the request' }],
  ['{"code":4001,"message":"x"}'],
  [new Error('{"code":4001,"message":"x"}')],
  [{ code: -32603, data: '{"message":"User rejected the request."}' }],
  [{ reason: 'User rejected' }],
  [{ code: -1, description: 'Declined' }],
  ['Sign message rejected'],
  ['Rejected message signature'],
  ['Message signing cancelled'],
  ['Action Rejected'],
  ['You rejected the request'],
  ['rejected transaction'],
  ['Rejected on device'],
  ['The request was cancelled in the wallet.'],
  [{ code: -32603, message: 'User denied', data: { message: 'transaction may revert' } }],
  [{ message: 'a', data: { message: 'b', data: { message: 'c', data: { message: 'd', data: { code: 4001 } } } } }],
  ['Error: 用户拒绝'],
  // trezor/trezor-suite#12446.
  [{ code: -32603, message: 'Popup closed' }],
  ['Popup window was closed'],
  ['Request rejected by wallet'],
  ['Signature canceled, please retry'],
  ['用户拒绝了请求'],
  ['用户取消'],
  ['使用者已拒絕'],
  [new Error('x', { cause: new Error('y', { cause: { data: { code: '4001' } } }) })],
])('F09 readRefusal: %o means that the visitor declined', (thrown) => {
  expect(readRefusal(thrown).code).toBe(4001)
})

test.each<[unknown, number | undefined]>([
  [{ code: -32002, message: 'Already processing eth_requestAccounts. Please wait.' }, -32002],
  [{ code: -32603, message: 'Request of type wallet_requestPermissions already pending' }, -32002],
  [{ code: -32601, message: 'The method does not exist.' }, -32601],
  [{ code: 4200 }, 4200],
  [{ code: 4100, message: 'The wallet is locked.' }, 4100],
  [{ code: -32603, message: 'Wallet is locked' }, -32603],
  [{ code: 4900 }, 4900],
  [{ code: 4902 }, 4902],
  // trustwallet/wallet-core#3171, MetaMask/metamask-extension#25450.
  ['Unrecognized chain ID "0x61". Try adding the chain using wallet_addEthereumChain first', 4902],
  [{ code: -32603, message: 'Unrecognized chain ID "0x14a34".' }, 4902],
  [{ code: 4100, message: 'Unrecognized chain ID: Try adding the chain using wallet_addEthereumChain first.' }, 4100],
  // OneKeyHQ/app-monorepo#4403.
  [new Error('Sign message of type bip322-simple is not supported on hardware.'), -32601],
  [{ code: -32603, message: 'Signing off chain messages with Ledger is not yet supported' }, -32601],
  [{ code: -32000, message: 'Invalid method.' }, -32601],
  [{ code: -32000, message: 'execution reverted: not supported' }, -32000],
  // A node's words about what was sent, and not about the method.
  [{ code: -32000, message: 'transaction type not supported' }, -32000],
  [{ code: -32603, message: 'Unsupported tx type' }, -32603],
  [{ code: -32603, message: 'EIP-1559 is not supported by this network' }, -32603],
  [{ code: -32602, message: 'The parameter is not supported' }, -32602],
  // Words about a chain, and about a method.
  [{ code: -32603, message: 'Unsupported chain ID 0x89' }, 4902],
  ['Unsupported chain ID 0x89', 4902],
  [{ code: -32000, message: 'Chain 0x89 is not supported yet' }, 4902],
  [{ code: -32603, message: 'The network has not been added' }, -32603],
  [{ code: -32603, message: 'Network with chainId 137 not added' }, 4902],
  [{ code: -32603, message: 'The method wallet_addEthereumChain is not supported' }, -32601],
  ['wallet_addEthereumChain is not implemented', -32601],
  [{ code: -32603, message: 'eth_sendTransaction is not supported' }, -32601],
  [{ code: -32603, message: 'Unsupported or invalid type: foo' }, -32603],
  [{ code: -32603, message: 'Unsupported signature type' }, -32603],
  ['not supported', undefined],
  // A number of the wallet's own.
  [{ code: 10001, message: 'Message signing is not supported on Ledger' }, 10001],
  [{ code: -32603, data: { originalError: { code: 4902 } } }, 4902],
  [{ code: 3, message: 'execution reverted: User rejected' }, 3],
  [{ code: -32000, message: 'execution reverted: user denied' }, -32000],
  [{ code: -32000, message: 'insufficient funds' }, -32000],
  [{ code: -32000, message: 'transaction rejected: nonce too low' }, -32000],
  [{ code: -32000, message: 'user operation rejected by the bundler' }, -32000],
  [{ code: -32003, message: 'Transaction rejected' }, -32003],
  [{ code: -32602, message: 'User denied' }, -32602],
  [{ code: 4900, data: { code: 4001 } }, 4900],
  ['Wallet is locked', undefined],
  // The network's words, a contract's, and an SDK's own name for a failed call.
  ['Connection refused', undefined],
  ['CONNECTION_REFUSED', undefined],
  ['The connection was closed', undefined],
  ['Request aborted: timeout', undefined],
  ['user operation rejected', undefined],
  ['Too many requests were rejected today', undefined],
  [{ code: 'CALL_EXCEPTION', message: 'execution reverted', reason: 'User rejected' }, undefined],
  [{ code: -32603, message: 'Internal JSON-RPC error.', data: { message: 'reverted', reason: 'cancelled' } }, -32603],
  ['{"code":4001', undefined],
  [{ code: -32603, message: 'Could not open the device. Make sure you closed Ledger Live.' }, -32603],
  [{ code: -32000, message: 'replacement transaction underpriced: did you cancel the first one?' }, -32000],
  ['Insufficient funds. If you cancel, nothing is charged.', undefined],
  ['如果用户取消,请重试: 余额不足', undefined],
  [{ message: 'RequestCancelledByTimeout' }, undefined],
  [{ code: 'CONNECTION_REJECTED_BY_SERVER' }, undefined],
  [{ code: 'REQUEST_REJECTED_RATE_LIMIT' }, undefined],
  ['Transaction rejected: 资金不足', undefined],
  ['Request rejected: недостаточно средств', undefined],
  [{ code: -32603, message: 'Device closed' }, -32603],
  ['Extension closed', undefined],
  [{ code: 1, message: 'HTTP 500', details: 'request rejected' }, 1],
  [new Error('boom'), undefined],
  [undefined, undefined],
  [null, undefined],
  [cyclic, undefined],
  [{ code: 'toString' }, undefined],
  [{ code: 1.5 }, undefined],
])('F09 readRefusal: %o keeps its meaning', (thrown, code) => {
  expect(readRefusal(thrown).code).toBe(code)
})

test.each<[unknown, number | undefined]>([
  [{ code: 10001, message: 'Message signing is not supported on Ledger' }, -32601],
  ['Ledger cannot sign messages: not supported, use a transaction', -32601],
  ['not supported', -32601],
  [{ code: 10001, message: 'Rejected' }, 4001],
  [{ code: 10001, message: 'Device is busy' }, 10001],
  [{ code: -32602, message: 'The parameter is not supported' }, -32602],
  // loyal-labs/loyal-app#625: ERROR_AUTHORIZATION_FAILED of the Mobile Wallet Adapter.
  [Object.assign(named('SolanaMobileWalletAdapterProtocolError'), { code: -1 }), 4100],
  [Object.assign(named('SolanaMobileWalletAdapterProtocolError'), { code: -3 }), 4001],
])('F09 readRefusal: %o, from a wallet that was asked to sign, is %s', (thrown, code) => {
  expect(readRefusal(thrown, true).code).toBe(code)
})

test('readRefusal: cuts text, forwards data, and survives throwing getters', () => {
  expect(readRefusal({ code: -32000, message: 'x'.repeat(9_999), data: '0x08' })).toMatchObject({ data: '0x08' })
  expect(readRefusal('x'.repeat(9_999)).message).toHaveLength(4_096)
  const throwing = Object.defineProperty({}, 'code', {
    get() {
      throw new Error('no')
    },
  })
  expect(readRefusal(throwing)).toEqual({ code: undefined, message: '', data: undefined })
})

test.each<[unknown, unknown]>([
  [{ error: { code: 4001 } }, { code: 4001 }],
  [{ jsonrpc: '2.0', id: 1, result: null, error: 'denied' }, 'denied'],
  [{ status: 'error', error: { code: -32000 } }, { code: -32000 }],
  [
    { code: 4001, message: 'x' },
    { code: 4001, message: 'x' },
  ],
  [{ jsonrpc: '2.0', id: 1, result: '0x', error: null }, undefined],
  [{ error: 'x', signature: '0x' }, undefined],
  [{ code: 1, chainId: '0x1' }, undefined],
  [['rejected'], undefined],
  ['rejected', undefined],
  [4001, undefined],
  [null, undefined],
])('F09 refusalIn: %j refuses with %j', (answer, refusal) => {
  expect(refusalIn(answer)).toEqual(refusal)
})
