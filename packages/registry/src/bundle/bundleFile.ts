/** One file of a bundle. `type` is its media type. */
export type BundleFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }

/** The media types of a bundle's files, by file extension. */
export const bundleTypes = {
  json: 'application/json; charset=utf-8',
  bin: 'application/octet-stream',
  webp: 'image/webp',
  png: 'image/png',
} as const
