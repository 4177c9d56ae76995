import { type Listing, parseListing } from '@hawser/wire'

const syllables = ['ka', 'lo', 'mi', 'ru', 'ten', 'vo', 'sha', 'pe', 'dor', 'zi']

export type SyntheticListingsOptions = { readonly count: number; readonly haveImages: boolean }

/** Creates `count` wallets, each with a name, a link and optionally an image. The wallets are the same every time. */
export function createSyntheticListings({ count, haveImages }: SyntheticListingsOptions): readonly Listing[] {
  return Array.from({ length: count }, (_, index) => {
    const name = [...String(index)].map((digit) => syllables[Number(digit)]).join('')
    const id = `synthetic-${index}`
    return parseListing({
      id,
      name: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${index}`,
      image_id: haveImages ? id : null,
      homepage: `https://wallet-${index}.example/`,
      mobile: { native: `wallet-${index}://`, universal: `https://wallet-${index}.example/` },
      desktop: { native: null, universal: `https://wallet-${index}.example/` },
      chains: ['eip155:1'],
    })
  })
}
