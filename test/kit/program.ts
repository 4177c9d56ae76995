import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(import.meta.dirname, '../..')
/** The folder for the bundles of scripts/buildPrograms.ts. */
export const programsFolder = join(root, '.cache/programs')

/**
 * The built form of a TypeScript file that a test runs in its own process: the output of `npm run build` for a published
 * package, or else a bundle. The built form starts in half the time of the source.
 * @param source - an absolute path, or a `file:` URL such as `import.meta.url`
 */
export function programFile(source: string): string {
  const path = relative(root, source.startsWith('file:') ? fileURLToPath(source) : resolve(root, source))
  const published = /^packages\/([^/]+)\/src\/(?!.*\.(?:fixture|conformance|program)\.)(.*)\.ts$/.exec(path)
  const file = published
    ? join(root, 'packages', `${published[1]}`, 'dist', `${published[2]}.js`)
    : join(programsFolder, `${path.replace(/\.tsx?$/, '')}.js`)
  if (!existsSync(file))
    throw new Error(`${path} is not built: run \`npm run build\`, and add it to scripts/buildPrograms.ts.`)
  return file
}
