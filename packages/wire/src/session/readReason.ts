import { type Reason, unnamedReason } from './reason.ts'
import { userRejected, userRejectedRequest } from './reasons.ts'

const maxMessageLength = 1024
// UTF-16 units of a reason's `data` as JSON: the data of a revert is a few hundred bytes, seldom thousands.
const maxDataLength = 32_768
const maxDepth = 5
const maxItems = 8

// Codes that do not name the reason. A code further inside does: {"code":-32603,"data":{"code":4001}}. 0 and 500 are those of
// the sample wallets of the Swift and the Kotlin SDK, which many wallets copy.
const vagueCodes = [unnamedReason.code, -32_000, 0, 500]
// With these words, and with 0 without words, the sample wallets answer for their button "Reject".
const sampleWords = /^kotlin wallet error$/i
const declinedCodes: readonly number[] = [userRejectedRequest.code, userRejected.code, 12_001]
// JSON-RPC.
const methodNotFound = -32_601

// The fields in which wallets and their libraries put numbers and words, or wrap an error.
const codeNames = ['code', 'errorCode']
const names = [
  'message',
  'error',
  'reason',
  'data',
  'originalError',
  'cause',
  'info',
  'description',
  'errorMessage',
  'details',
  'name',
]

const declinedWords = /reject|declin|den(?:y|ied)|disapprov|cancel|refus|abort/i
// "Invalid method parameters" are another fault, and the words after "reverted" are a contract's. A node says more than
// "Invalid chainId" about a transaction.
const unsupportedWords =
  /^(?!.*revert).*(?:unsupported|unrecogni[sz]ed chain|^invalid chain ?id\W*$|(?:n.t|yet) (?:support|implement|offer)|(?:invalid|unknown|unauthorized) method(?! p)|unauthorized chain|method not)/is

/**
 * Reads a wallet's refusal in any form: a numbered reason, a text, a number alone or as text, an error within an error, JSON as
 * text, a thrown value. Returns undefined for a value that says nothing (`{}`, `''`, `null`, `false`).
 *
 * A number for "declined" counts wherever it is, then the first specific number. Otherwise the words decide: −32601 if they say
 * that the method or chain is not offered. The refusals of the SDKs' sample wallets are 5000. Without a number, 5000 if they
 * say that the person declined, otherwise −32603.
 *
 * ```ts
 * readReason({ code: -32603, message: 'Internal error', data: { code: 4001 } })?.code // 4001
 * readReason('User denied the request') // { code: 5000, message: 'User denied the request' }
 * ```
 *
 * @returns the words cut to 1,024 characters, and `data` if it is at most 32 KiB of JSON
 */
export function readReason(value: unknown): Reason | undefined {
  const codes: number[] = []
  const texts: string[] = []
  // Codes that are words, such as those of ethers. They come after all other texts.
  const labels: string[] = []
  collect(value, codes, texts, labels, 0)
  const words = [...texts, ...labels]
  if (codes.length === 0 && words.length === 0) return value === true ? unnamedReason : undefined
  const said = words.join(' ')
  const code =
    codes.find((each) => declinedCodes.includes(each)) ??
    codes.find((each) => !vagueCodes.includes(each)) ??
    codeOfWords(said, codes[0])
  const data: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'data') : undefined
  return {
    code,
    message: (words[0] ?? '').slice(0, maxMessageLength),
    ...(data !== undefined && isShort(data) && { data }),
  }
}

function codeOfWords(said: string, vague: number | undefined): number {
  if (unsupportedWords.test(said)) return methodNotFound
  if (sampleWords.test(said) || (vague === 0 && said === '')) return userRejected.code
  return vague ?? (declinedWords.test(said) ? userRejected.code : unnamedReason.code)
}

function collect(value: unknown, codes: number[], texts: string[], labels: string[], depth: number): void {
  if (depth > maxDepth) return
  const parsed = typeof value === 'string' ? parseText(value) : value
  if (typeof parsed === 'string') {
    if (parsed !== '') texts.push(parsed)
  } else if (typeof parsed === 'number') {
    if (Number.isSafeInteger(parsed)) codes.push(isUnsigned(parsed) ? -parsed : parsed)
  } else if (Array.isArray(parsed)) {
    for (const part of parsed.slice(0, maxItems)) collect(part, codes, texts, labels, depth + 1)
  } else if (typeof parsed === 'object' && parsed !== null) {
    for (const name of codeNames) collect(Reflect.get(parsed, name), codes, labels, labels, depth + 1)
    for (const name of names) collect(Reflect.get(parsed, name), codes, texts, labels, depth + 1)
  }
}

/** Whether a number is one of JSON-RPC whose sign a wallet has left out. */
function isUnsigned(code: number): boolean {
  return code >= 32_000 && code <= 32_768
}

/** Parses a number or an object that was written as text. Drops the bytes of a revert, and returns other text unchanged. */
function parseText(text: string): unknown {
  const trimmed = text.trim()
  if (/^0x[\da-f]*$/i.test(trimmed)) return undefined
  if (!/^(?:-?\d{1,15}|[{["].*)$/s.test(trimmed)) return trimmed
  try {
    return JSON.parse(trimmed)
  } catch {
    return trimmed
  }
}

function isShort(data: unknown): boolean {
  try {
    return JSON.stringify(data).length <= maxDataLength
  } catch {
    // Nested too deeply to be written again, or not JSON.
    return false
  }
}
