/**
 * Headers of every answer. An answer is public, readable by any page and not executable. TLS, and with it HSTS, belongs
 * to the proxy in front.
 */
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
