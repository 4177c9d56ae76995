import { type Listing, parseListing } from '@hawser/wire'

/** A wallet of this browser that announced itself (EIP-6963). All of it is a claim; an icon is a `data:` image. */
export type AnnouncedWallet = {
  readonly uuid: string
  readonly name: string
  readonly icon: string | undefined
  readonly rdns: string
}

/** The id of the listing made for an announced wallet. Different rdns never share one: segments of an rdns have no "-" at their ends. */
export function announcedId(rdns: string): string {
  return `ext-${rdns.replaceAll('-', '--').replaceAll('.', '-')}`
}

/** An announced wallet that no listing knows, as a listing of its own: it can only be asked where it is. */
export function listingOf({ rdns, name }: AnnouncedWallet): Listing {
  return parseListing({ id: announcedId(rdns), name, rdns })
}
