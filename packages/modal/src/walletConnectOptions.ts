import type { ManualWallet, ModalOptions } from '@hawser/core'

/** The reference modal's names for Hawser's variables. Its other names have no counterpart and no effect. */
const names = new Map<string, `--hawser-${string}`>([
  ['--wcm-accent-color', '--hawser-accent'],
  ['--wcm-accent-fill-color', '--hawser-on-accent'],
  ['--wcm-container-border-radius', '--hawser-radius'],
  ['--wcm-button-border-radius', '--hawser-radius-control'],
  ['--wcm-wallet-icon-border-radius', '--hawser-radius-image'],
  ['--wcm-overlay-background-color', '--hawser-backdrop'],
  ['--wcm-font-family', '--hawser-font'],
])

/** Returns theme variables under Hawser's names. Accepts the names of both modals. */
export function readThemeVariables(
  variables: Readonly<Record<string, string>>,
): NonNullable<ModalOptions['themeVariables']> {
  const read: Record<`--hawser-${string}`, string> = {}
  for (const [name, value] of Object.entries(variables)) {
    const own = isOwn(name) ? name : names.get(name)
    if (own !== undefined) read[own] = value
  }
  return read
}

function isOwn(name: string): name is `--hawser-${string}` {
  return name.startsWith('--hawser-')
}

/** A bare scheme, with or without its colon, as the reference accepts it: `rainbow` and `rainbow:` mean `rainbow://`. */
const bareScheme = /^([a-z][a-z0-9+.-]{1,31}):?$/i

/**
 * Returns the host app's wallets with complete native links. Anything but a scheme stays unchanged: the check of links refuses
 * it.
 */
export function completeNativeLinks(wallets: readonly ManualWallet[]): readonly ManualWallet[] {
  return wallets.map(({ links, ...wallet }) => {
    const scheme = bareScheme.exec(links.native ?? '')?.[1]
    return { ...wallet, links: scheme === undefined ? links : { ...links, native: `${scheme.toLowerCase()}://` } }
  })
}
