import { createHash } from 'node:crypto'

/** Headers of every answer: public, readable by any page, runnable as nothing. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept-Encoding',
}

/** An answer that caches may keep, under a strong ETag of its bytes; 304 when the client names that ETag. */
export function respondCached(
  request: Request,
  answer: { readonly body: string; readonly type: string; readonly maxAgeSeconds: number },
): Response {
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url')}"`
  const headers = {
    ...commonHeaders,
    ETag: etag,
    'Cache-Control': `public, max-age=${answer.maxAgeSeconds}, stale-while-revalidate=86400`,
  }
  if (namesETag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(answer.body, { headers: { ...headers, 'Content-Type': answer.type } })
}

/** A coded error. Its text is safe to show: it never holds what was sent. */
export function respondError(
  status: number,
  error: { readonly code: string; readonly message: string },
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify({ code: error.code, message: error.message }), {
    status,
    headers: {
      ...commonHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}

// RFC 9110 §13.1.2: `*` or a list; compared weakly, so that a proxy that compressed and weakened the tag still gets its 304.
function namesETag(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((item) => {
    const tag = item.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
