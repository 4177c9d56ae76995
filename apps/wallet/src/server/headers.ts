import type { WalletOptions } from './walletOptions.ts'

/** The headers of every response: no inline code or style, no script sinks but the worker's, no frames, one relay. */
// A page that checks origins can ask every https server, since an app can be anywhere.
export function formatSecurityHeaders({
  relayUrl,
  originChecks,
  publicUrl,
}: Omit<WalletOptions, 'pageDir'>): Readonly<Record<string, string>> {
  const { protocol, host } = new URL(relayUrl)
  const isHttps = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:'
  const askable = [
    ...(originChecks === undefined ? [] : ['https:']),
    ...(originChecks?.allowsLoopback ? ['http://localhost:*', 'http://*.localhost:*', 'http://127.0.0.1:*'] : []),
  ]
  return {
    'Content-Security-Policy': [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `img-src 'self' data: blob:`,
      ['connect-src', `'self'`, `${protocol}//${host}`, ...askable].join(' '),
      `media-src 'self' blob:`,
      `manifest-src 'self'`,
      `worker-src 'self'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
      `require-trusted-types-for 'script'`,
      // Allows the page to start the service worker, and nothing else (registerWorker.ts).
      `trusted-types hawser-wallet`,
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
