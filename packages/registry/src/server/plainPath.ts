/**
 * A path without slashes at its end and without empty parts: `//v1/wallets/` is `/v1/wallets`. Clients that join an
 * address of two parts may add a slash. The answer comes directly, because a redirect is not allowed in a preflight.
 */
export function plainPath(path: string): string {
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}
