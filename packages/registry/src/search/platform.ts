import type { Listing } from '@hawser/wire'

/**
 * Where a wallet can be obtained or opened. A store's name means that the wallet can be installed from there, `mobile`
 * or `desktop` that a link opens it there. `injected` means that the wallet is, or has, a browser extension.
 */
export type Platform = (typeof platforms)[number]
export const platforms = [
  'ios',
  'android',
  'mac',
  'windows',
  'linux',
  'chrome',
  'firefox',
  'edge',
  'opera',
  'safari',
  'browser',
  'mobile',
  'desktop',
  'injected',
] as const

const extensionStores = ['chrome', 'firefox', 'edge', 'opera', 'safari'] as const

/** The platforms of a listing as a set of bits, for comparison with those of `platformMask`. */
export function platformBits({ app, mobile, desktop, rdns }: Listing): number {
  const serves = (platform: Platform) => {
    if (platform === 'mobile') return mobile.native !== undefined || mobile.universal !== undefined
    if (platform === 'desktop') return desktop.native !== undefined || desktop.universal !== undefined
    if (platform === 'injected') return rdns !== undefined || extensionStores.some((store) => app[store] !== undefined)
    return app[platform] !== undefined
  }
  return platformMask(platforms.filter(serves))
}

/** Makes a mask of platforms. A listing serves one of them if its `platformBits` and the mask have a bit in common. */
export function platformMask(wanted: readonly Platform[]): number {
  return wanted.reduce((mask, platform) => mask | (1 << platforms.indexOf(platform)), 0)
}
