import { parseArgs } from 'node:util'
import { registryPaths } from '@hawser/wire'
import { signBundle } from '../bundle/bundle.ts'
import { maxValidDays, refuseOtherTime } from '../bundle/bundleTimes.ts'
import { readKeyFile } from '../bundle/keyFile.ts'
import { loadBundle } from '../bundle/loadBundle.ts'
import { writeWhole } from '../bundle/writeBundle.ts'
import { InvalidBundleError } from '../errors.ts'
import type { Command } from './command.ts'
import { describeBundle } from './describeBundle.ts'
import { required, wholeNumber } from './options.ts'

// Far above what counting reaches, far below the highest number.
const defaultNotAbove = 1_000_000
const help = `hawser-registry sign --bundle DIR --key FILE [--not-above N]

Signs a bundle, or signs it anew with another key. Every file is checked first; only
v1/manifest.json changes, so that it alone need travel back from the machine that has the key. What
has expired, was made after now, or is good for more than ${maxValidDays} days is not signed, whoever built it.

  --bundle DIR    what "hawser-registry build" wrote
  --key FILE      a key of "hawser-registry keygen"
  --not-above N   refuses higher versions (default ${defaultNotAbove}): clients that saw one take no lower one
`

export const command: Command = {
  summary: 'sign a bundle',
  help,
  async run(args, { now, write }) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        bundle: { type: 'string' },
        key: { type: 'string' },
        'not-above': { type: 'string', default: String(defaultNotAbove) },
      },
    })
    const folder = required(values.bundle, '--bundle')
    const notAbove = wholeNumber(values['not-above'], '--not-above', 1, Number.MAX_SAFE_INTEGER)
    const signingKey = readKeyFile(required(values.key, '--key'))
    const bundle = loadBundle(folder, { checksListings: true })
    refuseOtherTime(bundle.manifest, now())
    refuseVersion(bundle.manifest.version, notAbove)
    const signed = signBundle(bundle, signingKey)
    writeWhole(folder, registryPaths.manifest, signed.manifestJson)
    write(`${describeBundle(signed)}\n`)
    return 0
  },
}

// A bundle with the highest number, signed once, would be the last one this key can sign.
function refuseVersion(version: number, notAbove: number): void {
  if (version <= notAbove) return
  throw new InvalidBundleError(
    `The bundle is version ${version}, above ${notAbove}. If this is intended, allow it with --not-above.`,
  )
}
