import { parseArgs } from 'node:util'
import { publicKeyOf } from '../bundle/bundleKey.ts'
import { writeKeyFile } from '../bundle/keyFile.ts'
import type { Command } from './command.ts'
import { required } from './options.ts'

const help = `hawser-registry keygen --out FILE

Makes a key to sign bundles with (ed25519) and prints its public half, which clients pin as
registryKey and "hawser-registry verify" takes as --public-key.

  --out FILE    where the key goes: a new file that this user alone may read. Keep it off the
                machine that serves; whoever has it can speak for your registry.
`

export const command: Command = {
  summary: 'make a key to sign bundles with',
  help,
  async run(args, { randomBytes, write }) {
    const { values } = parseArgs({ args: [...args], options: { out: { type: 'string' } } })
    const seed = randomBytes(32)
    writeKeyFile(required(values.out, '--out'), seed)
    write(`${publicKeyOf(seed)}\n`)
    return 0
  },
}
