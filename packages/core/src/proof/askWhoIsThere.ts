import { linkPaths } from '@hawser/wire'
import type { LinkClientOptions } from './linkClient.ts'

/** Asks the link API for the visitor: the headers alone, as nobody looks at the list. */
export async function askWhoIsThere(
  { fetch, linkUrl }: Pick<LinkClientOptions, 'fetch' | 'linkUrl'>,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(linkUrl.replace(/\/{1,8}$/, '') + linkPaths.wallets, {
    method: 'HEAD',
    credentials: 'include',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: signal ?? null,
  })
}
