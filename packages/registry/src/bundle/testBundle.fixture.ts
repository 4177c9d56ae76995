import { type Listing, parseListing } from '@hawser/wire'
import { loadListings } from '../listings/loadListings.ts'
import { type Bundle, createBundle } from './bundle.ts'
import { sha256Hex } from './sha256.ts'
import { mapImageFiles, type WalletImage } from './walletImage.ts'

/** Bytes in place of pictures: the tests do not decode them. */
const picture: WalletImage = mapImageFiles((size, type) => new TextEncoder().encode(`picture ${size}.${type}`))
export const pictureId = sha256Hex(picture['lg.png'])

/** A wallet whose artwork is in the test bundle. */
export const paintedListing: Listing = parseListing({
  ...{ id: 'painted', name: 'Painted Wallet', image_id: pictureId, homepage: 'https://painted.example/' },
  ...{ mobile: { native: 'painted://' }, desktop: { universal: 'https://painted.example/app/' } },
  ...{ app: { ios: 'https://apps.apple.com/app/id1', chrome: 'https://chromewebstore.google.com/detail/painted' } },
  ...{ chains: ['eip155:1', 'solana'], rdns: 'example.painted' },
})

/** A bundle of this package's listings, one wallet with artwork, and the listings in `more`. */
export function createTestBundle(more: readonly Listing[] = [], version = 7): Bundle {
  return createBundle({
    listings: [...loadListings(), paintedListing, ...more],
    images: new Map([[pictureId, picture]]),
    version,
    createdAt: Date.UTC(2026, 0, 1),
    expiresAt: Date.UTC(2027, 0, 1),
  })
}

/** Makes `count` wallets that links open on a phone and on a computer. */
export function createTestListings(count: number): readonly Listing[] {
  return Array.from({ length: count }, (_, index) =>
    parseListing({
      ...{ id: `wallet-${index}`, name: `Wallet ${index}`, homepage: `https://wallet-${index}.example/` },
      ...{ mobile: { native: `wallet${index}://` }, desktop: { native: `wallet${index}://` }, chains: ['eip155'] },
    }),
  )
}
