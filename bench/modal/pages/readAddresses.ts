/** Reads the bench's settings for its page from the query: the addresses of the relay and the registry. */
export function readAddresses(): { readonly relayUrl: string; readonly registryUrl: string } {
  const query = new URLSearchParams(location.search)
  return { relayUrl: query.get('relay') ?? '', registryUrl: query.get('registry') ?? '' }
}
