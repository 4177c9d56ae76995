/**
 * Whether a request may come from where its Origin header says. Browsers send one and cannot leave it out; wallets and
 * other programs send none, and could send any: this keeps other sites' pages off a private relay, nothing more.
 * @param origins - as `https://app.example`; undefined allows all
 */
export function createOriginList(origins: readonly string[] | undefined): (origin: string | undefined) => boolean {
  if (origins === undefined) return () => true
  const allowed = new Set(origins.map((origin) => new URL(origin).origin))
  return (origin) => origin === undefined || allowed.has(origin)
}
