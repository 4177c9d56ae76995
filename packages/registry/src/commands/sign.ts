import { parseArgs } from 'node:util'
import { registryPaths } from '@hawser/wire'
import { signBundle } from '../bundle.ts'
import { InvalidBundleError } from '../errors.ts'
import { readKeyFile } from '../keyFile.ts'
import { loadBundle } from '../loadBundle.ts'
import { writeWhole } from '../writeBundle.ts'
import type { Command } from './command.ts'
import { describeBundle, formatTime } from './describeBundle.ts'
import { required } from './options.ts'

const help = `hawser-registry sign --bundle DIR --key FILE

Signs a bundle, or signs it anew with another key. Every file is checked first; only
v1/manifest.json changes, so that it alone need travel back from the machine that has the key.

  --bundle DIR    what "hawser-registry build" wrote
  --key FILE      a key of "hawser-registry keygen"
`

export const command: Command = {
  summary: 'sign a bundle',
  help,
  async run(args, { now, write }) {
    const { values } = parseArgs({
      args: [...args],
      options: { bundle: { type: 'string' }, key: { type: 'string' } },
    })
    const folder = required(values.bundle, '--bundle')
    const signingKey = readKeyFile(required(values.key, '--key'))
    const bundle = loadBundle(folder, { checksListings: true })
    const { expiresAt } = bundle.manifest
    if (expiresAt <= now())
      throw new InvalidBundleError(`The bundle expired at ${formatTime(expiresAt)}. Build it anew.`)
    const signed = signBundle(bundle, signingKey)
    writeWhole(folder, registryPaths.manifest, signed.manifestJson)
    write(`${describeBundle(signed)}\n`)
    return 0
  },
}
