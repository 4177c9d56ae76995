import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(import.meta.dirname, '../..')
/** Where scripts/buildPrograms.ts puts what it bundles. */
export const programsFolder = join(root, '.cache/programs')

/**
 * The built form of a TypeScript file that a test runs in a process of its own: of a published package what `npm run build`
 * made, of everything else its bundle. It starts in half the time of the source.
 * @param source - an absolute path, or a `file:` URL as `import.meta.url` is one
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
