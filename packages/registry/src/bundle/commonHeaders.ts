/** Headers of every answer: public, readable by any page, runnable as nothing. TLS, and so HSTS, is the proxy's in front. */
export const commonHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
} as const
