import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '..')

/**
 * Builds the programs that a bench measures, as they are shipped. Code compiled at run time would have helpers around every
 * function, and a loader in memory. Resolves to the path of each program.
 * @param sources - the programs' files, relative to the root of the repository
 */
export async function buildPrograms<Name extends string>(
  bench: string,
  sources: Readonly<Record<Name, string>>,
): Promise<Readonly<Record<Name, string>>> {
  const outDir = join(root, '.cache/bench', bench)
  const conditions = ['@hawser/source', 'node']
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions },
    ssr: { noExternal: [/^@hawser\//], resolve: { conditions } },
    build: {
      ...{ outDir, emptyOutDir: true, target: 'node20', minify: false, ssr: true },
      ssrEmitAssets: true,
      // The relay needs its Lua files next to it. The registry needs a folder, which cannot be bundled.
      rolldownOptions: { input: sources, experimental: { resolveNewUrlToAsset: bench === 'relay' } },
    },
  })
  const built = Object.keys(sources).map((name) => [name, join(outDir, `${name}.js`)])
  return Object.fromEntries(built)
}
