import type { ManualWallet } from '@hawser/core'

/** A scheme on its own, with or without its colon, as the reference takes it: `rainbow` and `rainbow:` are `rainbow://`. */
const bareScheme = /^([a-z][a-z0-9+.-]{1,31}):?$/i

/** The host's wallets with whole native links. What is none stays as it is, to be refused where links are checked. */
export function wholeNativeLinks(wallets: readonly ManualWallet[]): readonly ManualWallet[] {
  return wallets.map(({ links, ...wallet }) => {
    const scheme = bareScheme.exec(links.native ?? '')?.[1]
    return { ...wallet, links: scheme === undefined ? links : { ...links, native: `${scheme.toLowerCase()}://` } }
  })
}
