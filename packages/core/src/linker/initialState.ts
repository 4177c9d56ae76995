import { isFramedByOthers } from '../platform/isFramed.ts'
import { detectPlatform, readPlatformHints } from '../platform/platform.ts'
import type { LinkerSettings } from './options/settings.ts'
import type { LinkerState } from './state.ts'

/** Returns a linker's initial state, which is the same on a server and in a browser. */
export function initialState(options: LinkerSettings): LinkerState {
  const { modal = {}, platform = detectPlatform(readPlatformHints()), isFramed = isFramedByOthers } = options
  const { allowFraming } = modal
  return {
    flow: { status: 'closed' },
    purpose: { kind: 'link' },
    view: { name: 'ConnectWallet' },
    canGoBack: false,
    wallets: { shown: [], hasMore: false, isReady: false },
    explorer: { status: 'idle', search: '', entries: [], total: 0, isLastPage: false, isUnavailable: false },
    toast: undefined,
    linkedWallets: { status: 'idle', wallets: [], error: undefined },
    pairingHistory: [],
    platform,
    installed: [],
    options: modal,
    relay: 'waiting',
    pairingUri: undefined,
    isCodeHeld: false,
    codeSecondsLeft: undefined,
    codeRenews: options.connector?.renews ?? true,
    appSwitch: 'idle',
    isFramed: allowFraming !== true && isFramed(allowFraming || []),
  }
}
