import { createCommand, list, required, wholeNumber } from '@hawser/command'
import { checkValidNow } from '../bundle/bundleTimes.ts'
import { loadBundle } from '../bundle/loadBundle.ts'
import { InvalidBundleError } from '../errors.ts'
import { describeBundle } from './describeBundle.ts'
import { keyList } from './settings/settings.ts'

export const command = createCommand({
  summary: 'check a bundle against a public key',
  about: `Checks a bundle, or a static export, as a client with a pinned key does, and every file of it: the
signature, the hash of each file, the digest of each listing, the version and the time. Says what is
wrong and in which file, and ends with exit code 1.`,
  words: { usage: 'DIR', count: [1, 1] },
  settings: {
    publicKeys: required(
      list('public-key', { ...keyList, meaning: 'the key that must have signed; of several, one of them' }),
    ),
    notBelow: wholeNumber('not-below', {
      ...{ range: [1, Number.MAX_SAFE_INTEGER], default: 1 },
      meaning: 'refuses lower versions: give the highest one your clients have seen',
    }),
  },
  load:
    async () =>
    async ({ publicKeys, notBelow }, { now, write }, [folder = '']) => {
      const bundle = loadBundle(folder, { publicKeys, checksListings: true })
      const { version } = bundle.manifest
      if (version < notBelow) throw new InvalidBundleError(`The bundle is version ${version}, below ${notBelow}.`)
      checkValidNow(bundle.manifest, now())
      write(`${describeBundle(bundle)}\n`)
      return 0
    },
})
