/**
 * A path without slashes at its end and without empty parts: `//v1/wallets/` is `/v1/wallets`. Whoever puts an address together
 * of two parts has one slash too many; answered at once, no client has to follow a redirect, which a preflight may not.
 */
export function plainPath(path: string): string {
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}
