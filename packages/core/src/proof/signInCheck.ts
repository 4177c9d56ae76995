import { fetchSignInStatus } from './fetchSignInStatus.ts'
import type { LinkClientOptions } from './linkClient.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Whether the link API knows the visitor. Only its own "not signed in" (HTTP 401) means no: an unreachable API reports its
 * failure when it is asked for the text to sign.
 * @param asked - the API's answer, if it was asked before
 */
export async function isSignedIn(
  linkApi: Pick<LinkClientOptions, 'fetch' | 'linkUrl'>,
  signal: AbortSignal,
  asked: Promise<Response> = fetchSignInStatus(linkApi, signal),
): Promise<boolean> {
  try {
    const { status, headers } = await asked
    try {
      if (process.env.NODE_ENV !== 'production')
        import('../options/warnOfOptions.ts').then(
          ({ warnOfLinkAnswer }) => warnOfLinkAnswer(linkApi.linkUrl, headers.get('content-type')),
          () => {},
        )
    } catch {
      // A page without a bundler has no `process`, as in `createLinker`.
    }
    return status !== 401
  } catch {
    return true
  }
}
