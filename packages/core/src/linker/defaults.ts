import { createLocalKeyValue } from '../platform/keyValue.ts'
import { copyInBrowser, isPressedInBrowser, openWindow, setPlatformTimer, watchPageVisibility } from './browser.ts'
import type { LinkerSettings } from './options/settings.ts'
import type { LinkerState } from './state.ts'

/** A linker's options, with the browser's defaults filled in. */
export type ResolvedOptions = ReturnType<typeof resolveOptions>

/** Fills in the defaults. `platform` and `modal` come from the state. */
export function resolveOptions(options: LinkerSettings, { platform, options: modal }: LinkerState) {
  const {
    linkUrl,
    registryKey,
    keepSession = linkUrl === undefined,
    storage = createLocalKeyValue(),
    now = Date.now,
    // Called without a receiver: browsers refuse a fetch that is a method of another object.
    fetch = (...args) => globalThis.fetch(...args),
    openLink = openWindow,
    isPressed = isPressedInBrowser,
    copyText = copyInBrowser,
    setTimer = setPlatformTimer,
    watchVisibility = watchPageVisibility,
    extensionScope = globalThis.window,
  } = options
  const metadata = { ...options.metadata, url: options.metadata.url ?? globalThis.location?.origin ?? '' }
  return {
    ...options,
    metadata,
    platform,
    modal,
    registryKey,
    keepSession,
    storage,
    now,
    fetch,
    openLink,
    isPressed,
    copyText,
    setTimer,
    watchVisibility,
    extensionScope,
  }
}
