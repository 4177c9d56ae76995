import { parseArgs } from 'node:util'
import { exportBundle } from '../bundle/exportBundle.ts'
import { loadBundle } from '../bundle/loadBundle.ts'
import type { Command } from './command.ts'
import { describeBundle } from './describeBundle.ts'
import { required } from './options.ts'

const help = `hawser-registry export --bundle DIR --out DIR

Writes a bundle as a site that any CDN or GitHub Pages can serve to the modal as its registryUrl.
Beside the bundle's own files it has index.html, .nojekyll (GitHub Pages) and _headers (Netlify,
Cloudflare Pages: CORS and caching). Other hosts need: Access-Control-Allow-Origin: * for every path,
also on 404, and long caching for all but /v1/manifest.json. The modal searches such a list in the
browser; the routes of other modals need the service.

  --bundle DIR    what "hawser-registry build" wrote; checked first
  --out DIR       where the site goes: best into the last one, whose pages then stay for who is reading
                  them. It may be served while it is written.
`

export const command: Command = {
  summary: 'write a bundle as a site for static hosts',
  help,
  async run(args, { write }) {
    const { values } = parseArgs({
      args: [...args],
      options: { bundle: { type: 'string' }, out: { type: 'string' } },
    })
    const folder = required(values.bundle, '--bundle')
    const out = required(values.out, '--out')
    const bundle = loadBundle(folder, { checksListings: true })
    exportBundle(bundle, out)
    write(`${describeBundle(bundle)}\n`)
    return 0
  },
}
