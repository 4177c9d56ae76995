import { parseArgs } from 'node:util'
import { type BundleDiff, diffBundles } from '../bundle/diffBundles.ts'
import { loadBundle } from '../bundle/loadBundle.ts'
import type { Command } from './command.ts'
import { atMost, required } from './options.ts'

const help = `hawser-registry diff [--json] OLD NEW

Says which wallets a bundle adds (+), removes (-) and changes (~), field by field. Both bundles are
checked for damage; whose they are is a question for "hawser-registry verify".

  OLD, NEW    two folders of bundles
  --json      one JSON object: { version, added, removed, changed: [{ id, name, fields }] }
`

export const command: Command = {
  summary: 'say what changed between two bundles',
  help,
  async run(args, { write }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    })
    const [older, newer] = atMost(positionals, 2)
    const folders = [required(older, 'OLD'), required(newer, 'NEW')] as const
    const diff = diffBundles(loadBundle(folders[0]), loadBundle(folders[1]))
    write(values.json ? `${JSON.stringify(diff)}\n` : formatDiff(diff))
    return 0
  },
}

function formatDiff({ version, added, removed, changed }: BundleDiff): string {
  return [
    `version ${version.from} to ${version.to}: ${added.length} added, ${removed.length} removed, ${changed.length} changed`,
    ...added.map(({ id, name }) => `+ ${id} (${name})`),
    ...removed.map(({ id, name }) => `- ${id} (${name})`),
    ...changed.flatMap(({ id, name, fields }) => [
      `~ ${id} (${name})`,
      ...fields.map(({ field, from, to }) => `    ${field}: ${JSON.stringify(from)} to ${JSON.stringify(to)}`),
    ]),
    '',
  ].join('\n')
}
