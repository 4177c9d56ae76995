import { commonHeaders } from '../../bundle/commonHeaders.ts'
import type { RegistryResponse } from './answer.ts'

const encoder = new TextEncoder()

/** Answers with a coded error. The message is safe to show: it never repeats the request. */
export function respondError(
  status: number,
  error: { readonly code: string; readonly message: string },
  headers: Readonly<Record<string, string>> = {},
): RegistryResponse {
  const body = encoder.encode(JSON.stringify({ code: error.code, message: error.message }))
  return {
    status,
    headers: {
      ...commonHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(body.length),
      'Cache-Control': 'no-store',
      ...headers,
    },
    body,
  }
}

/** Answers with plain text for the operator, which is never cached. */
export function respondText(status: number, text: string): RegistryResponse {
  const body = encoder.encode(text)
  return {
    status,
    headers: {
      ...commonHeaders,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(body.length),
      'Cache-Control': 'no-store',
    },
    body,
  }
}

/** The answer to a browser's preflight: any page may read, without credentials. */
export const preflightAnswer: RegistryResponse = {
  status: 204,
  headers: {
    ...commonHeaders,
    'Access-Control-Allow-Methods': 'GET, HEAD',
    // Clients name themselves in headers, and tracing tools add their own headers to each request; no answer depends on
    // these. The star does not include Authorization (Fetch §4.9), and old browsers do not know the star.
    'Access-Control-Allow-Headers': 'If-None-Match, x-project-id, x-sdk-type, x-sdk-version, Authorization, *',
    'Access-Control-Max-Age': '86400',
  },
  body: undefined,
}
