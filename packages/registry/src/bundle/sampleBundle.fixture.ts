import { type Listing, parseListing } from '@hawser/wire'
import { type Bundle, type BundleContents, createBundle } from './bundle.ts'
import { publicKeyOf } from './bundleKey.ts'
import { sha256Hex } from './sha256.ts'
import { mapImageFiles, type WalletImage } from './walletImage.ts'

/** A signing key for tests. */
export const signingKey = Uint8Array.from({ length: 32 }, (_, index) => index)
export const publicKey = publicKeyOf(signingKey)
export const createdAt = 1_790_000_000_000

/** An image whose bytes spell its name, sizes and types. `imageId` is the sha256 of `lg.png`. */
export function sampleImage(name: string): { readonly imageId: string; readonly image: WalletImage } {
  const image = mapImageFiles((size, type) => new TextEncoder().encode(`${name} ${size} ${type}`))
  return { imageId: sha256Hex(image['lg.png']), image }
}

/** Wallets named by number, each with its own links. */
export function sampleListings(count: number, fields: Readonly<Record<string, unknown>> = {}): readonly Listing[] {
  return Array.from({ length: count }, (_, index) =>
    parseListing({
      id: `wallet-${index}`,
      name: `Wallet ${index}`,
      homepage: `https://wallet-${index}.example/`,
      app: { ios: `https://apps.apple.com/app/id${index}` },
      mobile: { native: `wallet${index}://`, universal: `https://wallet-${index}.example/app/` },
      chains: ['eip155:1', 'solana'],
      rdns: `example.wallet-${index}`,
      ...fields,
    }),
  )
}

/** A signed bundle of four wallets, one of which has an image. `contents` overrides these. */
export function sampleBundle(contents: Partial<BundleContents> = {}): Bundle {
  const { imageId, image } = sampleImage('quay')
  const quay = parseListing({ id: 'quay', name: 'Quay', image_id: imageId, mobile: { native: 'quay://' } })
  return createBundle({
    listings: [...sampleListings(3), quay],
    images: new Map([[imageId, image]]),
    version: 7,
    createdAt,
    expiresAt: createdAt + 86_400_000,
    signingKey,
    ...contents,
  })
}
