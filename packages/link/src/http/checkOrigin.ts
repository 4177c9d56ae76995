import { ForbiddenOriginError } from '../errors.ts'
import { type AllowedOrigins, allowsOrigin } from './allowedOrigins.ts'

/**
 * The Sec-Fetch-Mode values of a page's own fetch. A form or link sends `navigate`, and a fetch without CORS sends `no-cors`.
 */
const modes = ['cors', 'same-origin']

/**
 * Checks that a changing request comes from an allowed page (T-52): by its Origin, which browsers send with every such request,
 * and by Fetch Metadata, if the browser sends it. With `allowsNoOrigin` a client without an Origin is allowed too, unless its
 * headers show that it is a browser.
 * @throws ForbiddenOriginError - names the origin, and the option to change
 */
export async function checkOrigin(
  request: Request,
  allowed: AllowedOrigins,
  isOwnPage: ((request: Request) => boolean | Promise<boolean>) | undefined,
): Promise<void> {
  const origin = request.headers.get('origin')
  const mode = request.headers.get('sec-fetch-mode')
  const isAllowed =
    origin === null
      ? allowed.allowsNoOrigin && request.headers.get('sec-fetch-site') === null
      : allowsOrigin(allowed, origin)
  if (!isAllowed) throw new ForbiddenOriginError(explainOrigin(origin))
  if (mode !== null && !modes.includes(mode))
    throw new ForbiddenOriginError(
      'This was sent by a form, a link or a fetch without CORS. Send it by `fetch` of your page.',
    )
  if (((await isOwnPage?.(request)) ?? true) !== true)
    throw new ForbiddenOriginError('`isOwnPage` did not take this for a request of your own page.')
}

/** Checks that a page of this origin may send the preflight it asks about. @throws ForbiddenOriginError */
export function checkPreflight(origin: string | null, allowed: AllowedOrigins): void {
  if (origin === null || !allowsOrigin(allowed, origin)) throw new ForbiddenOriginError(explainOrigin(origin))
}

function explainOrigin(origin: string | null): string {
  if (origin === null)
    return 'This request names no origin. Pages always do; set `allowsNoOrigin` for apps that are not pages.'
  if (origin === 'null')
    return 'Requests of the origin "null" are not allowed: a file or a sandboxed frame has it. Serve your page over http, or add "null" to `allowedOrigins`.'
  // Repeats nothing but an origin: no other content of a header may reach a log.
  const shown = /^[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]{0,200}$/i.test(origin) ? `the origin "${origin}"` : 'this origin'
  return `Requests of ${shown} are not allowed. If it is your own page, add it to \`allowedOrigins\` (or set \`publicUrl\` to it).`
}
