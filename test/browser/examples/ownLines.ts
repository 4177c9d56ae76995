import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../processes/runProcess.ts'

const linesOf = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//') && !line.startsWith('/**'))

/**
 * The lines of an example that an app without Hawser does not have. Such an app's lines are in the file of the same name in
 * `bare/`.
 */
export function ownLines(example: string, files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    const bare = linesOf(`test/browser/examples/bare/${file.split('/').at(-1)}.txt`)
    return linesOf(`examples/${example}/${file}`).filter((line) => {
      const index = bare.indexOf(line)
      if (index !== -1) bare.splice(index, 1)
      return index === -1
    })
  })
}
