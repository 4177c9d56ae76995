import { linkPaths } from '@hawser/wire'
import type { LinkClientOptions } from './linkClient.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Whether the link API knows the visitor. Only its own "not signed in" (HTTP 401) means no: an unreachable API will
 * report that when it is asked for the text to sign.
 */
export async function isSignedIn(
  { fetch, linkUrl }: Pick<LinkClientOptions, 'fetch' | 'linkUrl'>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { status, headers } = await fetch(linkUrl.replace(/\/{1,8}$/, '') + linkPaths.wallets, {
      // Only the headers: nobody reads the list.
      method: 'HEAD',
      credentials: 'include',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal,
    })
    try {
      if (process.env.NODE_ENV !== 'production')
        import('../options/warnOfOptions.ts').then(
          ({ warnOfLinkAnswer }) => warnOfLinkAnswer(linkUrl, headers.get('content-type')),
          () => {},
        )
    } catch {
      // As in createLinker.
    }
    return status !== 401
  } catch {
    return true
  }
}
