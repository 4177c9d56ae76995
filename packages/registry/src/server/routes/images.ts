import { type RegistryImageSize, registryPaths } from '@hawser/wire'
import type { Bundle } from '../../bundle/bundle.ts'
import { formatMonogram } from '../../images/monogram.ts'
import type { WalletIndex } from '../../search/walletIndex.ts'
import type { AnswerCache } from '../answers/answerCache.ts'
import { z } from './documentedZod.ts'
import { clientParams } from './query.ts'
import { createRoute, type Route } from './route.ts'

const maxAgeSeconds = 86_400
const paths: readonly (readonly [path: string, size: RegistryImageSize])[] = [
  ['/w3m/v1/getWalletImage/{id}', 'md'],
  ['/getWalletImage/{id}', 'md'],
  ['/v3/logo/sm/{id}', 'sm'],
  ['/v3/logo/md/{id}', 'md'],
  ['/v3/logo/lg/{id}', 'lg'],
]

/**
 * Creates the routes of a wallet's image, by image id or wallet id. The image is the artwork of the bundle as PNG,
 * which every client shows, or else a tile with the initials as SVG. Only ids of the bundle exist; nothing is read from
 * disk.
 */
export function imageRoutes(index: WalletIndex, files: Bundle['files'], cache: AnswerCache): readonly Route[] {
  const artworkOf = (imageId: string | undefined, size: RegistryImageSize) =>
    imageId === undefined ? undefined : files.get(registryPaths.image(imageId, size, 'png'))
  return paths.map(([path, size]) =>
    createRoute({
      ...{ tag: 'compatible', maxAgeSeconds, cache, path },
      summary: `A wallet’s image (${size}), by its image_id or id.`,
      query: {},
      ignored: clientParams,
      answers: { 'image/png': z.any(), 'image/svg+xml': z.any() },
      make(_query, id) {
        const listing = index.listingOfImage(id)
        if (listing === undefined) return undefined
        const artwork = artworkOf(listing.imageId, size)
        if (artwork !== undefined) return { body: artwork.bytes, type: artwork.type }
        return { body: formatMonogram(listing), type: 'image/svg+xml' }
      },
    }),
  )
}

/** The id under which a client that cannot draw initials requests a wallet's image. */
export function tileIdOf({ id, imageId }: { readonly id: string; readonly imageId: string | undefined }): string {
  return imageId ?? id
}
