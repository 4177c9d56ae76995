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

/** The address of an image until loading it fails, and the callback to report that. */
export function useLoadableImage(imageUrl: string | undefined): readonly [string | undefined, () => void] {
  const [failedUrl, setFailedUrl] = useState<string>()
  return [imageUrl === failedUrl ? undefined : imageUrl, () => setFailedUrl(imageUrl)]
}

/**
 * Only the image: a plain tile until it is loaded. It is requested at once: everything in the page is visible, and the
 * explorer's images have been loaded before their page is shown (C5).
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
      // Removes the tile, which would be visible through transparent parts of the image. Not a state: a scrolling list
      // would be redrawn for each image.
      onLoad={(event) => event.currentTarget.toggleAttribute('data-loaded', true)}
      onError={onError}
      // The stylesheet counts the seconds until an image is late; a loaded one has no animation (F-L4).
      onAnimationEnd={onError}
    />
  )
}

/** The same name always gets the same tile. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum % hueCount
}
