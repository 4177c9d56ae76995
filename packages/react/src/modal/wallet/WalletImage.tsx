import { useState } from 'react'
import { initials } from './walletName.ts'

const hueCount = 6

/** A wallet's image, or its initials where there is none or it cannot be loaded. */
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

/** The address of an image until it turns out that it cannot be loaded, and the way to say so. */
export function useLoadableImage(imageUrl: string | undefined): readonly [string | undefined, () => void] {
  const [failedUrl, setFailedUrl] = useState<string>()
  return [imageUrl === failedUrl ? undefined : imageUrl, () => setFailedUrl(imageUrl)]
}

/**
 * The image alone: a plain tile until it is there. It is asked for at once: what is in the page is in sight, and the
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
      // Takes the tile away, which would show through where the image is transparent. Not a matter of state: a list that
      // scrolls would be drawn anew for each image.
      onLoad={(event) => event.currentTarget.toggleAttribute('data-loaded', true)}
      onError={onError}
      // The stylesheet counts the seconds until an image is late; one that is there has no animation (F-L4).
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
