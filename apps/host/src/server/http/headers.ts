/** The headers of every answer. The policy is the strictest the modal works under: no inline code or style, no sinks. */
export function formatSecurityHeaders(options: {
  readonly publicUrl: URL
  readonly relayUrl: URL
  readonly registryUrl: URL
  /** Origins that may frame the page. */
  readonly framedBy?: readonly string[] | undefined
}): Readonly<Record<string, string>> {
  const registry = options.registryUrl.origin
  const { framedBy = [] } = options
  // URL.origin of ws: is its own scheme, host and port, as a source expression needs it.
  const relay = `${options.relayUrl.protocol}//${options.relayUrl.host}`
  return {
    'Content-Security-Policy': [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `img-src 'self' data: blob:`,
      `font-src 'self'`,
      `connect-src 'self' ${relay} ${registry}`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `object-src 'none'`,
      `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
      `require-trusted-types-for 'script'`,
      `trusted-types 'none'`,
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(options.publicUrl.protocol === 'https:' ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
