/** Where a registry's service has the image of a listing. */
export function registryImageUrl(registryUrl: string, imageId: string): string {
  return `${trimSlashes(registryUrl)}/w3m/v1/getWalletImage/${imageId}`
}

/** An address to which paths are added. */
export function trimSlashes(url: string): string {
  return url.replace(/\/{1,8}$/, '')
}
