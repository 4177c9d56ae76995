import { ForbiddenOriginError } from '../errors.ts'

/** How a page's own fetch is announced. A form or link says `navigate`, a fetch that asks nobody first `no-cors`. */
const modes = ['cors', 'same-origin']

/**
 * That a request which changes something comes from a page that may (T-52): by its Origin, which a browser names with every
 * such request, and by what Fetch Metadata says of it where the browser does.
 * @throws ForbiddenOriginError
 */
export async function checkOrigin(
  request: Request,
  options: {
    readonly allowedOrigins: readonly string[]
    isOwnPage?(request: Request): boolean | Promise<boolean>
  },
): Promise<void> {
  const origin = request.headers.get('origin')
  const mode = request.headers.get('sec-fetch-mode')
  // No origin means a client we know nothing of.
  const isAllowed =
    origin !== null && options.allowedOrigins.includes(origin) && (mode === null || modes.includes(mode))
  if (isAllowed && ((await options.isOwnPage?.(request)) ?? true)) return
  throw new ForbiddenOriginError(
    'Requests of this origin are not allowed. Set `allowedOrigins` when it is your own page.',
  )
}
