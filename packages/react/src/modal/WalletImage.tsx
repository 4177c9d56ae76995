import { useState } from 'react'

const hueCount = 6

/** A wallet's image over its monogram: the letter holds the place while the image loads and stays when it cannot. */
export function WalletImage({
  name,
  imageUrl,
  size,
}: {
  readonly name: string
  readonly imageUrl: string | undefined
  readonly size: number
}) {
  const [failedUrl, setFailedUrl] = useState<string>()
  return (
    <span className="hawser-image" data-hue={hueOf(name)} aria-hidden="true">
      <span className="hawser-monogram">{[...name][0]?.toUpperCase()}</span>
      {imageUrl !== undefined && imageUrl !== failedUrl && (
        <img
          className="hawser-picture"
          src={imageUrl}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(imageUrl)}
        />
      )}
    </span>
  )
}

/** The same name always gets the same tile. */
function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum % hueCount
}
