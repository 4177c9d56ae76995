import { type Reason, readReason, unnamedReason } from '@hawser/wire'
import { hexToBytes } from '../envelope/hex.ts'
import type { SessionRequest } from '../records/records.ts'
import { createTestAccount, type TestAccount } from './testAccount.ts'
import type { OnRequest } from './testWalletScript.ts'

type Response = { readonly result: unknown } | { readonly error: Reason }

// EIP-1193.
const userRejected: Reason = { code: 4001, message: 'User rejected the request.' }
const unsupportedMethod: Reason = { code: 4200, message: 'The test wallet only signs with personal_sign.' }

/** Returns the test wallet's answer to a request. */
export async function answerRequest(
  act: Exclude<OnRequest, 'ignore' | 'die'>,
  request: SessionRequest,
  account: TestAccount,
): Promise<Response> {
  if (act === 'reject') return { error: userRejected }
  if (typeof act === 'function') {
    try {
      return { result: await act(request) }
    } catch (error) {
      return { error: readReason(error) ?? unnamedReason }
    }
  }
  const [text]: readonly unknown[] = Array.isArray(request.params) ? request.params : []
  if (request.method !== 'personal_sign' || typeof text !== 'string') return { error: unsupportedMethod }
  const message = act === 'signAnotherText' ? new TextEncoder().encode('Another text.') : bytesOf(text)
  return { result: (act === 'signWithAnotherAccount' ? createTestAccount('22'.repeat(32)) : account).sign(message) }
}

/** Returns the bytes that a wallet signs: the decoded bytes of a hex text, or the UTF-8 bytes of any other text. */
function bytesOf(text: string): Uint8Array {
  return /^0x(?:[0-9a-f]{2})*$/i.test(text) ? hexToBytes(text.slice(2)) : new TextEncoder().encode(text)
}
