import { createCommand, toggle } from '@hawser/command'
import { type BundleDiff, diffBundles } from '../bundle/diffBundles.ts'
import { loadBundle } from '../bundle/loadBundle.ts'

export const command = createCommand({
  summary: 'say what changed between two bundles',
  about: `Says which wallets a bundle adds (+), removes (-) and changes (~), field by field. Both bundles are
checked for damage; whose they are is a question for "hawser registry verify".`,
  words: { usage: 'OLD NEW', count: [2, 2] },
  settings: {
    json: toggle('json', { meaning: 'one JSON object: { version, added, removed, changed: [{ id, name, fields }] }' }),
  },
  load:
    async () =>
    async (values, { write }, [older = '', newer = '']) => {
      const diff = diffBundles(loadBundle(older), loadBundle(newer))
      write(values.json ? `${JSON.stringify(diff)}\n` : formatDiff(diff))
      return 0
    },
})

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
