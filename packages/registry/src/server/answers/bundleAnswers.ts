import { registryPaths } from '@hawser/wire'
import type { Bundle } from '../../bundle/bundle.ts'
import { createStoredAnswer, type StoredAnswer } from './storedAnswer.ts'

const hashInPath = /\/([0-9a-f]{64})\.[a-z]+$/

/**
 * The files of a bundle as answers, by path with a leading slash. Each except the manifest is named by its hash and
 * never changes.
 * @param before - those of the previous bundle: a client with its manifest still gets its pages
 */
export function createBundleAnswers(
  { files }: Pick<Bundle, 'files'>,
  before: ReadonlyMap<string, StoredAnswer> = new Map(),
): ReadonlyMap<string, StoredAnswer> {
  const answers = new Map<string, StoredAnswer>()
  for (const [path, { bytes, type }] of files) {
    const isManifest = path === registryPaths.manifest
    const digest = hashInPath.exec(path)?.[1]
    const cacheControl = isManifest ? 'public, max-age=60' : 'public, max-age=31536000, immutable'
    // The same file was read again: the compressed copy stays.
    const kept = isManifest ? undefined : before.get(`/${path}`)
    const named = digest === undefined ? {} : { digest }
    answers.set(
      `/${path}`,
      kept ?? createStoredAnswer({ route: routeOf(path), bytes, type, cacheControl, isKept: true, ...named }),
    )
  }
  return answers
}

/** The kind of file, as the document has it: the metrics have no label for each page. */
function routeOf(path: string): string {
  return path === registryPaths.manifest ? `/${path}` : `/v1/${path.split('/')[1] ?? ''}`
}
