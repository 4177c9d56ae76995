import { execFileSync } from 'node:child_process'

/** Titles are checked from the commit after this one. */
export const lastUnchecked = 'd08e12ec'

type Commit = { readonly id: string; readonly title: string }

/** The commits after the given one, without merges. Undefined if the history is shallow or absent. */
export function commitsAfter(first: string, folder: string): readonly Commit[] | undefined {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    git('merge-base', '--is-ancestor', first, 'HEAD')
    const lines = git('log', '--no-merges', '--format=%h %s', `${first}..HEAD`).split('\n')
    return lines
      .filter((line) => line !== '')
      .map((line) => ({
        id: line.slice(0, line.indexOf(' ')),
        title: line.slice(line.indexOf(' ') + 1),
      }))
  } catch {
    return undefined
  }
}
