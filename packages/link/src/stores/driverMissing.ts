import { DriverMissingError } from '@hawser/wire'

/**
 * Turns a failed import of a store's driver into an error that names the package to install. Drivers are optional peer
 * dependencies: a host app installs the one of its store. Any other failure stays unchanged.
 */
export function explainMissing(cause: unknown, driver: 'libsql' | 'pg', opener: string): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (!(cause instanceof Error) || (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND')) return cause
  // libsql loads its native build from a separate package.
  const isOfAnotherMachine = /'@libsql\//.test(cause.message)
  const what = isOfAnotherMachine
    ? 'The package libsql has no build for this machine. Install it on this machine, without --omit=optional.'
    : `${opener} needs the package ${driver}. Install it: npm install ${driver}`
  return new DriverMissingError(what, { cause })
}
