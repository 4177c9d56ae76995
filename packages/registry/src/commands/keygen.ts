import { createCommand, required, text } from '@hawser/command'
import { publicKeyOf } from '../bundle/bundleKey.ts'
import { writeKeyFile } from '../bundle/keyFile.ts'

export const command = createCommand({
  summary: 'make a key to sign bundles with',
  about: `Makes a key to sign bundles with (ed25519) and prints its public half, which clients pin as
registryKey and "hawser registry verify" takes as --public-key.`,
  settings: {
    out: required(
      text('out', {
        placeholder: 'FILE',
        meaning:
          'where the key goes: a new file that this user alone may read. Keep it off the machine that serves; whoever has it can speak for your registry',
      }),
    ),
  },
  load:
    async () =>
    async (values, { randomBytes, write }) => {
      const seed = randomBytes(32)
      writeKeyFile(values.out, seed)
      write(`${publicKeyOf(seed)}\n`)
      return 0
    },
})
