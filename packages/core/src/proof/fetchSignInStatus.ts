import { linkPaths } from '@hawser/wire'
import type { LinkClientOptions } from './linkClient.ts'

/** Asks the link API if it knows the visitor. Requests the headers alone, because the list is not used. */
export async function fetchSignInStatus(
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
