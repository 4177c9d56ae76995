/**
 * Removes empty parts and the slash at the end of a path: `//v1/wallets/` becomes `/v1/wallets`. Clients that join an
 * address of two parts can add a slash. The answer comes directly, because a redirect is not allowed in a preflight.
 */
export function normalizePath(path: string): string {
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}
