const listingIdPattern = /^[a-z0-9][a-z0-9-]{0,63}$/

/** Whether a text can be a listing id. The id is also a file name and a path segment, hence its narrow form. */
export function isListingId(value: unknown): value is string {
  return typeof value === 'string' && listingIdPattern.test(value)
}
