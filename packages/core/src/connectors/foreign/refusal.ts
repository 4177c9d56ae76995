import { readField } from '../../platform/readField.ts'

/** The meaning of a wallet's refusal. `code` is the number for the page; undefined if the wallet gave no number. */
export type Refusal = {
  readonly code: number | undefined
  /** The wallet's message, truncated. It can contain anything: do not show it to the visitor. */
  readonly message: string
  readonly data: unknown
}

const rejected = 4001
const pending = -32002
const chainUnknown = 4902
const methodUnknown = -32601
const maxMessageLength = 4_096
/** The most layers to read, because parts of an extension, and libraries around it, wrap errors. */
const maxLayers = 16
const wrappers = ['data', 'originalError', 'error', 'info', 'cause', 'innerError', 'message']
/** The fields in which wallets put their words. */
const texts = ['message', 'reason', 'errorMessage', 'description', 'details']
/**
 * The codes with which wallets report that the visitor declined. The codes from 5000 on belong to sessions
 * (wire/session/reasons.ts).
 */
const rejections: readonly unknown[] = [rejected, 5000, 5001, 5002, 5003, 12001]
/** Codes that only say that something failed. A deeper layer's code, or the message, says more. */
const vague: readonly unknown[] = [-32603, -32000, -1, 0, 1]
/** Codes whose meaning is known. Beside any other code, the words count: they can be a wallet's own. */
const known: readonly number[] = [
  3,
  4100,
  4200,
  4900,
  4901,
  chainUnknown,
  pending,
  -32600,
  methodUnknown,
  -32602,
  -32700,
]
/** Matches names that say "declined", such as ACTION_REJECTED, rejectedByUser and UserRefusedOnDevice. */
const nameOfRejection =
  /^(?:(?:ACTION|USER|REQUEST|CONNECTION|SIGN(?:ING|ATURE)?)_?(?:REJECT(?:ED|ION)?|DENIED|DECLINED?|CANCEL(?:L?ED|LATION)?)|USER_?REFUSED|REJECTED)(?:_?BY_?USER|_?ON_?DEVICE|_?REQUEST)?(?:_?ERROR)?$/i
const no =
  '(?:den(?:y|ie[sd])|reject(?:s|ed|ion)?|declin(?:e[sd]?|ing)|disapproved|cancel(?:l?ed|s|l?ing|lation)?|refus(?:e[sd]?|al)|abort(?:ed)?|dismissed|closed)'
/**
 * Matches messages that say that a person declined. "User operation rejected" is a bundler's message, and a contract's
 * message follows "reverted".
 */
const saidByUser = new RegExp(
  `\\busers?\\b(?! ?op)(?:['’]s)?(?: has| have| was)? ${no}\\b|(?:^|[.:] ?)you(?: have|['’]ve)? (?:rejected|denied|declined|cancell?ed|refused)\\b|\\b${no}\\b[^.:;]{0,40}\\bby (?:the )?user\\b|(?:^|[:：] ?)(?:用[户戶]|使用者)已?(?:拒[绝絕]|取消)`,
  'i',
)
const isNo = new RegExp(`^${no}$`)
/** The words that give no reason beside a refusal. "Transaction rejected: nonce too low" gives another reason. */
const plainWords = new Set(
  'error the your this a connection sign signing signature message transaction permission access approval authorization authorisation plugin action request was is has been on in by device wallet extension popup window modal dialog iframe please retry try again'.split(
    ' ',
  ),
)
/** The words for what a person closes. Everything else closes by itself. */
const closable = /^(?:plugin|popup|window|modal|dialog|iframe)$/

/** Whether a message contains only a refusal. */
function isBareNo(text: string): boolean {
  const words: readonly string[] = text.toLowerCase().match(/[\p{L}\p{N}_']+/gu) ?? []
  const says = (word: string) => isNo.test(word)
  if (!words.some(says) || !words.every((word) => says(word) || plainWords.has(word))) return false
  // Networks also refuse and abort connections, and no person declined these.
  if (words.includes('connection') && words.some((word) => /^(?:closed|refus|abort)/.test(word))) return false
  return !words.includes('closed') || words.some((word) => closable.test(word))
}

/** Matches messages that say that something is missing. "Invalid method parameters" are another fault. */
const saidUnable =
  /unsupported|(?:n.t|yet) (?:support|implement)|(?:invalid|unknown|unauthorized) method(?! p)|method not/i
/** Matches messages about a method, or about signing, and not about a transaction of a type that a node does not take. */
const namesMethod = /^(?!.*(?:\btransaction|\btx\b|\beip-?\d)).*(?:method|\bsign(?!a)|\b(?:eth|wallet|personal)_)/is
/** Matches messages that name the chain as what is missing. A message off the chain is signed. */
const saidChainUnknown =
  /^(?!.*(?:\btransaction|\btx\b|\beip-?\d|\boff.chain)).*(?:un(?:recogni[sz]ed|supported|known) (?:chain|network)|\b(?:chain|network)(?: ?id)?\b[^.:;]{0,40}n.t (?:supported|added)|try adding the chain)/is

/**
 * Reads a wallet's error or answer as a refusal. Uses a code (also as text, or wrapped), a name such as
 * ACTION_REJECTED, or the message if no code decides. Never throws, even if the wallet's object does.
 * @param mayLack - whether wallets can lack the method, such as one to sign a message. Words such as "not supported"
 * then count beside any number of the wallet's own.
 */
export function readRefusal(thrown: unknown, mayLack = false): Refusal {
  const layers = layersOf(thrown)
  const codes = layers.map((layer) => codeOf(layer, mayLack)).filter((code) => code !== undefined)
  const code = codes.find((each) => !vague.includes(each)) ?? codes[0]
  const isVague = code === undefined || vague.includes(code) || (mayLack && !known.includes(code))
  const all = layers.flatMap(textsOf)
  // The words from "reverted" on, and of the layers within, are a contract's.
  const reverted = all.findIndex((text) => /revert/i.test(text))
  const said = reverted < 0 ? all : all.slice(0, reverted)
  const says = (...words: readonly RegExp[]) => said.some((text) => words.every((each) => each.test(text)))
  const isRejection =
    rejections.includes(code) ||
    (isVague && said.some((text) => isBareNo(text) || nameOfRejection.test(text))) ||
    (!known.includes(code ?? 0) && says(saidByUser))
  const words: readonly (readonly [number, ...RegExp[]])[] = isVague
    ? [
        [pending, /\balready (?:pending|processing)\b/i],
        [chainUnknown, saidChainUnknown],
        mayLack ? [methodUnknown, saidUnable] : [methodUnknown, saidUnable, namesMethod],
      ]
    : []
  return {
    code: isRejection ? rejected : (words.find(([, ...patterns]) => says(...patterns))?.[0] ?? code),
    message: textsOf(thrown)[0] ?? '',
    data: readField(thrown, 'data'),
  }
}

/** Returns an error and the errors that it wraps, each once, the outermost first. Some are written as JSON. */
function layersOf(thrown: unknown): readonly unknown[] {
  const layers = new Set([(typeof thrown === 'string' && parseObject(thrown)) || thrown])
  for (const layer of layers) {
    if (layers.size >= maxLayers) break
    for (const name of typeof layer === 'string' ? [] : wrappers) {
      const held = readField(layer, name)
      const parsed = typeof held === 'string' ? parseObject(held) : undefined
      // The text of `message` is this layer's own.
      if (parsed !== undefined || name !== 'message') layers.add(parsed ?? held)
    }
  }
  return [...layers]
}

function parseObject(text: string): unknown {
  if (text.length > maxMessageLength || !/^\s*\{/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function codeOf(layer: unknown, mayLack: boolean): number | undefined {
  const code = typeof layer === 'number' ? layer : (readField(layer, 'code') ?? readField(layer, 'errorCode'))
  if (readField(layer, 'name') === 'SolanaMobileWalletAdapterProtocolError') {
    // ERROR_AUTHORIZATION_FAILED: the visitor has declined to connect, or has revoked the permission to sign.
    if (code === -1) return mayLack ? 4100 : rejected
    // ERROR_NOT_SIGNED
    if (code === -3) return rejected
  }
  if ([code, readField(layer, 'name')].some((name) => typeof name === 'string' && nameOfRejection.test(name)))
    return rejected
  const number = typeof code === 'string' && /^-?[0-9]{1,6}$/.test(code) ? Number(code) : code
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

/** Returns the message of a layer, or what it has instead. */
function textsOf(layer: unknown): readonly string[] {
  const all = typeof layer === 'string' ? [layer] : texts.map((name) => readField(layer, name))
  const said = all.flatMap((text) => (typeof text === 'string' && text !== '' ? text.slice(0, maxMessageLength) : []))
  return typeof all[0] === 'string' && all[0] !== '' ? said.slice(0, 1) : said
}

/**
 * Returns the refusal in an answer, because some wallets answer with the error that others throw: an error, or a
 * JSON-RPC answer that contains an error.
 */
export function refusalIn(answer: unknown): unknown {
  try {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
    const has = (names: readonly string[]) => Object.keys(answer).every((name) => names.includes(name))
    const error = readField(answer, 'error')
    if (error && has(['jsonrpc', 'id', 'status', 'result', 'error'])) return error
    const isError = codeOf(answer, false) !== undefined && has(['code', 'message', 'data', 'name', 'stack', 'cause'])
    return isError || answer instanceof Error ? answer : undefined
  } catch {
    return undefined
  }
}
