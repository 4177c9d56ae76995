import { createCommand, required, text } from '@hawser/command'
import { exportBundle } from '../bundle/exportBundle.ts'
import { loadBundle } from '../bundle/loadBundle.ts'
import { describeBundle } from './describeBundle.ts'

export const command = createCommand({
  summary: 'write a bundle as a site for static hosts',
  about: `Writes a bundle as a site that any CDN or GitHub Pages can serve to the modal as its registry.
Beside the bundle's own files it has index.html, .nojekyll (GitHub Pages) and _headers (Netlify,
Cloudflare Pages: CORS and caching). Other hosts need: Access-Control-Allow-Origin: * for every path,
also on 404, and long caching for all but /v1/manifest.json. The modal searches such a list in the
browser; the routes of other modals need the service.`,
  settings: {
    bundle: required(
      text('bundle', { placeholder: 'DIR', meaning: 'what "hawser registry build" wrote; checked first' }),
    ),
    out: required(
      text('out', {
        placeholder: 'DIR',
        meaning:
          'where the site goes: best into the last one, whose pages then stay for who is reading them. It may be served while it is written',
      }),
    ),
  },
  load:
    async () =>
    async ({ bundle: folder, out }, { write }) => {
      const bundle = loadBundle(folder, { checksListings: true })
      exportBundle(bundle, out)
      write(`${describeBundle(bundle)}\n`)
      return 0
    },
})
