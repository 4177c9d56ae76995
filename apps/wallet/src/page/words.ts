import type { CameraStatus, Failure } from './walletState.ts'

/** Names of chains people know; the number says the rest. */
const chainNames: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:56': 'BNB Smart Chain',
  'eip155:100': 'Gnosis',
  'eip155:137': 'Polygon',
  'eip155:8453': 'Base',
  'eip155:31337': 'Local test chain',
  'eip155:42161': 'Arbitrum One',
  'eip155:43114': 'Avalanche',
  'eip155:59144': 'Linea',
  'eip155:11155111': 'Sepolia (test)',
}

/** `eip155:1` → Ethereum; a chain without a name shows its id. */
export function nameChain(chainId: string): string {
  return chainNames[chainId] ?? `Chain ${chainId.replace(/^eip155:/, '')}`
}

const methodWords: Readonly<Record<string, string>> = {
  personal_sign: 'sign texts',
  eth_sendTransaction: 'send transactions',
  eth_signTransaction: 'sign transactions',
  eth_sign: 'sign raw data',
  eth_signTypedData: 'sign typed data',
  eth_signTypedData_v3: 'sign typed data',
  eth_signTypedData_v4: 'sign typed data',
  wallet_switchEthereumChain: 'switch chains',
  wallet_addEthereumChain: 'add chains',
}

/** Methods in plain words, each once; unknown ones by their own name. */
export function nameMethods(methods: readonly string[]): readonly string[] {
  return [...new Set(methods.map((method) => methodWords[method] ?? method))]
}

/** What an app required: a chain id or a method or an event. */
export function nameMissing(missing: readonly string[]): readonly string[] {
  return missing.map((item) => chainNames[item] ?? methodWords[item] ?? item)
}

export const cameraWords: Readonly<Record<Exclude<CameraStatus, 'opening' | 'watching'>, string>> = {
  denied:
    'The camera is not allowed for this page. Allow it in the browser’s site settings, or paste the link instead.',
  absent: 'This device has no camera. Paste the link instead.',
  busy: 'Another app is using the camera. Close it and try again, or paste the link instead.',
  unsupported: 'The camera cannot be used here. Paste the link instead.',
}

type FailureWords = { readonly title: string; readonly text: string }

const failureWords: Readonly<Record<string, FailureWords>> = {
  invalid_pairing_uri: {
    title: 'That is no connection link',
    text: 'A connection link starts with “wc:”. Copy it again in the app, in one piece.',
  },
  pairing_expired: {
    title: 'That link has expired',
    text: 'Links live for five minutes and work once. Show a new code in the app.',
  },
  proposal_missing: {
    title: 'Nothing came through that link',
    text: 'It may have been used already, or belong to an app on another relay. Show a new code in the app.',
  },
  proposal_expired: { title: 'The request has expired', text: 'Nothing was shared. Show a new code in the app.' },
  unknown_proposal: { title: 'The request is gone', text: 'Nothing was shared. Show a new code in the app.' },
  proposal_cancelled: { title: 'The app has withdrawn its request', text: 'Nothing was shared.' },
  request_unsupported: {
    title: 'The app asks for something else',
    text: 'It asked for nothing this demo wallet could give, so it was told no.',
  },
  request_expired: { title: 'The request has expired', text: 'Nothing was signed. Ask for it again in the app.' },
  unknown_request: { title: 'The request is gone', text: 'Nothing was signed. Ask for it again in the app.' },
  session_ended: { title: 'The app has disconnected', text: 'Nothing was signed.' },
  unknown_session: { title: 'The app has disconnected', text: 'This session has ended already.' },
  relay_unreachable: {
    title: 'The relay cannot be reached',
    text: 'Check your network connection and try again. An answer you have given goes out by itself once the relay is back.',
  },
  relay_refused: { title: 'The relay refused the message', text: 'Try again with a new code.' },
  relay_clock: { title: 'Check the clock of this device', text: 'It differs too much from the relay’s.' },
  account_unreadable: {
    title: 'The test account cannot be read',
    text: 'What this browser has stored is damaged. Resetting makes a new account; the old one is lost.',
  },
}

/** A failure as a person is told. */
export function describeFailure(failure: Failure): FailureWords {
  return failureWords[failure.code] ?? { title: 'That did not work', text: failure.message }
}

/** `14:05`, as the reader writes it. Epoch milliseconds in. */
export function formatTime(at: number): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(at)
}

/** `28 November`, as the reader writes it. Epoch milliseconds in. */
export function formatDay(at: number): string {
  return new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' }).format(at)
}
