import { useState } from 'react'
import { initials } from './walletName.ts'

const hueCount = 6

/** A wallet's image, or its initials if there is no image or it cannot be loaded. */
export function WalletImage({
  name,
  imageUrl,
  size,
}: {
  readonly name: string
  readonly imageUrl: string | undefined
  readonly size: number
}) {
  const [shownUrl, giveUp] = useLoadableImage(imageUrl)
  return (
    <span
      className="hawser-image"
      data-kind={shownUrl === undefined ? 'initials' : undefined}
      data-hue={hueOf(name)}
      aria-hidden="true"
    >
      {shownUrl === undefined ? initials(name) : <WalletPicture imageUrl={shownUrl} size={size} onError={giveUp} />}
    </span>
  )
}

/** An image's address until loading fails, and a callback that reports the failure. */
export function useLoadableImage(imageUrl: string | undefined): readonly [string | undefined, () => void] {
  const [failedUrl, setFailedUrl] = useState<string>()
  return [imageUrl === failedUrl ? undefined : imageUrl, () => setFailedUrl(imageUrl)]
}

/**
 * Only the image, or a plain tile until it is loaded. The image is requested at once: all images in the page are visible, and
 * the explorer loads the images of a page before it shows that page (C5).
 */
export function WalletPicture({
  imageUrl,
  size,
  onError,
}: {
  readonly imageUrl: string
  readonly size: number
  readonly onError: () => void
}) {
  return (
    <img
      key={imageUrl}
      className="hawser-picture"
      src={imageUrl}
      alt=""
      width={size}
      height={size}
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      // Removes the tile, which would be visible through transparent parts of the image. Not a state, because that would
      // re-render a scrolling list for each image.
      onLoad={(event) => event.currentTarget.toggleAttribute('data-loaded', true)}
      onError={onError}
      // The stylesheet times out a late image by an animation; a loaded image has no animation (F-L4).
      onAnimationEnd={onError}
    />
  )
}

/** The hue of a wallet's tile. The same name always gets the same hue. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum % hueCount
}
