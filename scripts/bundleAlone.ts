import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, defaultClientConditions, type Plugin } from 'vite'

/**
 * Leaves out modules that are imported later, and the code that Vite adds to pages with such imports. Each page decides for
 * itself how to split its code into files.
 */
const withoutLaterImports: Plugin = {
  name: 'without-later-imports',
  enforce: 'pre',
  resolveDynamicImport: (specifier) => ({ id: String(specifier), external: true }),
  transform: (_code, id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : undefined,
}

/**
 * Bundles an import into one minified file, as a page would that imports nothing else.
 * @param folder - created if missing; the entry is written there
 * @param importLine - an import that binds `imported`
 */
export async function bundleAlone(folder: string, importLine: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const input = join(folder, 'entry.js')
  writeFileSync(input, `${importLine}\nglobalThis.imported = imported\n`)
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [withoutLaterImports],
    resolve: { conditions: ['@hawser/source', ...defaultClientConditions] },
    build: { write: false, target: 'es2022', rolldownOptions: { input } },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) => ('output' in each ? each.output : []))
  const [chunk, ...others] = outputs.filter((output) => output.type === 'chunk')
  if (chunk === undefined || others.length > 0) throw new Error(`${importLine}: not bundled into one file.`)
  return chunk.code
}
