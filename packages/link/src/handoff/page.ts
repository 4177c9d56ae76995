import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The page that a phone opens: one file without anything from elsewhere. It says nothing of a handoff: what it needs stands in the
 * fragment of its address, which is sent to nobody.
 */
export async function answerHandoffPage(): Promise<Response> {
  loading ??= loadPage()
  const { html, headers } = await loading
  return new Response(html, { headers })
}

let loading: Promise<{ readonly html: string; readonly headers: Readonly<Record<string, string>> }> | undefined

async function loadPage() {
  // Made by the build out of apps/handoff.
  const { script, style } = await import('#handoff-page')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>Link a wallet</title><style>${style}</style></head><body><main id="handoff"></main><script type="module">${script}</script></body></html>`
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `script-src '${hashOf(script)}'`,
        `style-src '${hashOf(style)}'`,
        "connect-src 'self'",
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'DENY',
    },
  }
}

/** As the policy of a page names what stands in it (CSP Level 3 §2.3.1). */
function hashOf(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(text))))}`
}
