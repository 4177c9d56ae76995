import { isPlaceholder } from './address.ts'
import type { Manifest } from './packages.ts'

/** A sentence for each reason why these packages may not be published. */
export function explainRelease(root: Manifest, changelog: string): readonly string[] {
  const addresses = [root.homepage, root.bugs, Object(root.repository).url].map(String)
  const heading = changelog.split('\n').find((line) => line.startsWith(`## ${root.version} `))
  return [
    ...(addresses.some(isPlaceholder)
      ? [
          'package.json names no address that anybody owns. Say where the repository is: npm run manifests -- --repository https://host/owner/name',
        ]
      : []),
    ...(heading !== undefined && /\d{4}-\d{2}-\d{2}$/.test(heading)
      ? []
      : [`CHANGELOG.md has no heading "## ${root.version} – <date>".`]),
  ]
}
