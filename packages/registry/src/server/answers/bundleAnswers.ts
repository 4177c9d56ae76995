import { registryPaths } from '@hawser/wire'
import type { Bundle } from '../../bundle/bundle.ts'
import { createStoredAnswer, type StoredAnswer } from './storedAnswer.ts'

const hashInPath = /\/([0-9a-f]{64})\.[a-z]+$/

/**
 * Creates the answers with a bundle's files, by path with a leading slash. Each file except the manifest is named by
 * its hash and never changes.
 * @param before - answers of the previous bundle, whose compressed copies of unchanged files are reused
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
    // A file that was already in the previous bundle keeps its compressed copy.
    const kept = isManifest ? undefined : before.get(`/${path}`)
    const named = digest === undefined ? {} : { digest }
    answers.set(
      `/${path}`,
      kept ?? createStoredAnswer({ route: routeOf(path), bytes, type, cacheControl, isKept: true, ...named }),
    )
  }
  return answers
}

/** The kind of a file as a route for metrics, such as `/v1/pages`, so that not each page has its own label. */
function routeOf(path: string): string {
  return path === registryPaths.manifest ? `/${path}` : `/v1/${path.split('/')[1] ?? ''}`
}
