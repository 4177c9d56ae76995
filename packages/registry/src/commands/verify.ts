import { parseArgs } from 'node:util'
import { refuseOtherTime } from '../bundle/bundleTimes.ts'
import { loadBundle } from '../bundle/loadBundle.ts'
import { InvalidBundleError } from '../errors.ts'
import type { Command } from './command.ts'
import { describeBundle } from './describeBundle.ts'
import { atMost, publicKey, required, wholeNumber } from './options.ts'

const help = `hawser-registry verify --public-key HEX [--not-below N] DIR

Checks a bundle, or a static export, as a client with a pinned key does, and every file of it: the
signature, the hash of each file, the digest of each listing, the version and the time. Says what is
wrong and in which file, and ends with exit code 1.

  --public-key HEX    the key that must have signed; given more than once: one of them
  --not-below N       refuses lower versions: give the highest one your clients have seen
`

export const command: Command = {
  summary: 'check a bundle against a public key',
  help,
  async run(args, { now, write }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'public-key': { type: 'string', multiple: true, default: [] },
        'not-below': { type: 'string', default: '1' },
      },
    })
    const [folder] = atMost(positionals, 1)
    required(values['public-key'][0], '--public-key')
    const publicKeys = values['public-key'].map(publicKey)
    const notBelow = wholeNumber(values['not-below'], '--not-below', 1, Number.MAX_SAFE_INTEGER)
    const bundle = loadBundle(required(folder, 'DIR'), { publicKeys, checksListings: true })
    const { version } = bundle.manifest
    if (version < notBelow) throw new InvalidBundleError(`The bundle is version ${version}, below ${notBelow}.`)
    refuseOtherTime(bundle.manifest, now())
    write(`${describeBundle(bundle)}\n`)
    return 0
  },
}
