import type { HostOptions } from '../hostOptions.ts'

/** The headers of every answer. The policy is the strictest under which the modal works: no inline code or style, no sinks. */
export function formatSecurityHeaders(
  options: Pick<HostOptions, 'publicUrl' | 'relayUrl' | 'registryUrl' | 'framedBy'>,
): Readonly<Record<string, string>> {
  const [relay, registry] = [new URL(options.relayUrl).origin, new URL(options.registryUrl).origin]
  const { framedBy = [] } = options
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
    ...(new URL(options.publicUrl).protocol === 'https:' && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}
