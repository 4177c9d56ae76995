import { parseSignedManifest } from '@hawser/wire'
import type { Bundle } from './bundle.ts'
import { commonHeaders } from './commonHeaders.ts'
import { writeBundle, writeFileAtomically } from './writeBundle.ts'

// The page runs, loads and sends nothing. GitHub Pages sets no headers, so the page contains the policy itself.
const pagePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'"
const immutable = 'public, max-age=31536000, immutable'

/**
 * Writes a bundle as a site for a static host: the files that `core` requests, and the files that such hosts look for.
 * The site may be served while it is written.
 * @throws the errors of `node:fs`
 */
export function exportBundle(bundle: Bundle, folder: string): void {
  writeBundle(bundle, folder)
  // Tells GitHub Pages to serve the files unchanged.
  writeFileAtomically(folder, '.nojekyll', '')
  writeFileAtomically(folder, '_headers', formatHeaders())
  writeFileAtomically(folder, 'index.html', formatPage(bundle))
}

/**
 * Formats the rules for hosts that read `_headers` (Netlify, Cloudflare Pages). A file named by its hash never changes.
 */
function formatHeaders(): string {
  const { Vary: _, 'Content-Security-Policy': sandbox, ...headers } = commonHeaders
  const rules = {
    '/*': { ...headers, 'Strict-Transport-Security': 'max-age=31536000' },
    '/': { 'Content-Security-Policy': `${pagePolicy}; frame-ancestors 'none'` },
    '/v1/*': { 'Content-Security-Policy': sandbox },
    '/v1/manifest.json': { 'Cache-Control': 'public, max-age=60' },
    '/v1/pages/*': { 'Cache-Control': immutable },
    '/v1/digests/*': { 'Cache-Control': immutable },
    '/v1/images/*': { 'Cache-Control': immutable },
  }
  return Object.entries(rules)
    .map(([path, fields]) =>
      [path, ...Object.entries(fields).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n')
}

function formatPage({ manifest, manifestJson }: Bundle): string {
  const { publicKey } = parseSignedManifest(JSON.parse(manifestJson))
  const signer = publicKey === undefined ? 'It is not signed.' : `It is signed by the key <code>${publicKey}</code>.`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>Wallet registry</title>
<h1>Wallet registry</h1>
<p>A list of ${manifest.total} wallets for Hawser's modal, version ${manifest.version}: data, not a page to look at.</p>
<p>${signer}</p>
<p>The list begins at <a href="v1/manifest.json">v1/manifest.json</a>.</p>
</html>
`
}
