import { useState } from 'react'
import { initials } from './initials.ts'

const hueCount = 6

/** A wallet's image over its initials: they hold the place while the image loads and stay when it cannot. */
export function WalletImage({
  name,
  imageUrl,
  size,
}: {
  readonly name: string
  readonly imageUrl: string | undefined
  readonly size: number
}) {
  return (
    <span className="hawser-image" data-hue={hueOf(name)} aria-hidden="true">
      {initials(name)}
      <WalletPicture key={imageUrl} imageUrl={imageUrl} size={size} />
    </span>
  )
}

/**
 * The image alone, to lie over what holds its place. It is asked for at once: what is in the page is in sight, and the
 * explorer's images have been loaded before their page is shown (C5).
 */
export function WalletPicture({ imageUrl, size }: { readonly imageUrl: string | undefined; readonly size: number }) {
  const [hasFailed, setFailed] = useState(false)
  if (imageUrl === undefined || hasFailed) return null
  return (
    <img
      className="hawser-picture"
      src={imageUrl}
      alt=""
      width={size}
      height={size}
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      // Only now it hides the letters, which would show through where it is transparent. Not a matter of state: a list that
      // scrolls would be drawn anew for each image.
      onLoad={(event) => event.currentTarget.toggleAttribute('data-loaded', true)}
      onError={() => setFailed(true)}
    />
  )
}

/** The same name always gets the same tile. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum % hueCount
}
