import { createCommand, required, text, wholeNumber } from '@hawser/command'
import { registryPaths } from '@hawser/wire'
import { signBundle } from '../bundle/bundle.ts'
import { checkValidNow, maxValidDays } from '../bundle/bundleTimes.ts'
import { readKeyFile } from '../bundle/keyFile.ts'
import { loadBundle } from '../bundle/loadBundle.ts'
import { writeFileAtomically } from '../bundle/writeBundle.ts'
import { InvalidBundleError } from '../errors.ts'
import { describeBundle } from './describeBundle.ts'

// Far above any version that counting reaches, and far below the highest number.
const defaultNotAbove = 1_000_000

export const command = createCommand({
  summary: 'sign a bundle',
  about: `Signs a bundle, or signs it anew with another key. Every file is checked first; only
v1/manifest.json changes, so that it alone need travel back from the machine that has the key. What
has expired, was made after now, or is good for more than ${maxValidDays} days is not signed, whoever built it.`,
  settings: {
    bundle: required(text('bundle', { placeholder: 'DIR', meaning: 'what "hawser registry build" wrote' })),
    key: required(text('key', { placeholder: 'FILE', meaning: 'a key of "hawser registry keygen"' })),
    notAbove: wholeNumber('not-above', {
      ...{ range: [1, Number.MAX_SAFE_INTEGER], default: defaultNotAbove },
      meaning: 'refuses higher versions: clients that saw one take no lower one',
    }),
  },
  load:
    async () =>
    async ({ bundle: folder, key, notAbove }, { now, write }) => {
      const signingKey = readKeyFile(key)
      const bundle = loadBundle(folder, { checksListings: true })
      checkValidNow(bundle.manifest, now())
      refuseVersion(bundle.manifest.version, notAbove)
      const signed = signBundle(bundle, signingKey)
      writeFileAtomically(folder, registryPaths.manifest, signed.manifestJson)
      write(`${describeBundle(signed)}\n`)
      return 0
    },
})

// After a bundle with the highest version, this key could sign no other: clients accept no lower version.
function refuseVersion(version: number, notAbove: number): void {
  if (version <= notAbove) return
  throw new InvalidBundleError(
    `The bundle is version ${version}, above ${notAbove}. If this is intended, allow it with --not-above.`,
  )
}
