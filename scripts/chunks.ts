import { join, relative } from 'node:path'
import type { Rolldown, UserConfig } from 'vite'

type ModuleInfo = Pick<Rolldown.ModuleInfo, 'importedIds'>

/**
 * Decides which file of `dist` a module of a package goes to. Modules that a page needs at one moment are one file. Bundlers
 * split pages by file, so each small module that two parts share would become a file of the page's own (docs/decisions/0083).
 * @param source - the package's `src`
 * @param chunks - by name, in the order of need: the first modules of each chunk. A chunk also contains everything that these
 * modules import at once, except modules of an earlier chunk. Modules of no chunk, and those that `isApart` names, stay files
 * of their own.
 */
export function chunksOf(
  source: string,
  chunks: Readonly<Record<string, readonly string[]>>,
  isApart: (path: string) => boolean = () => false,
): Rolldown.OutputOptions {
  const pathOf = (id: string) => relative(source, id).replace(/\.tsx?$/, '')
  let owners: ReadonlyMap<string, string> | undefined
  return {
    minifyInternalExports: false,
    // Stack traces show these names.
    entryFileNames: '[name].js',
    chunkFileNames: ({ facadeModuleId: id }) => (id?.startsWith(source) ? `${pathOf(id)}.js` : '[name].js'),
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: 'chunks',
          name(id, context) {
            if (!id.startsWith(`${source}/`)) return null
            owners ??= readOwners(source, chunks, (each) => context.getModuleInfo(each))
            const info = context.getModuleInfo(id)
            // An entry, or a module that only `import()` fetches, is a file anyway and keeps the names of its exports.
            if (info === null || info.isEntry || info.importers.length === 0) return null
            // A module that is imported both ways keeps its exports if it is alone in its file.
            if (isApart(pathOf(id)) || info.dynamicImporters.length > 0) return pathOf(id)
            return owners.get(id) || pathOf(id)
          },
        },
      ],
    },
  }
}

/**
 * The Vite configuration of a package for pages: its entries, and its modules in chunks. Types come from tsc, which runs first.
 * @param folder - the package's folder
 */
export function libraryOf(
  folder: string,
  library: {
    readonly entries: readonly string[]
    readonly chunks: Readonly<Record<string, readonly string[]>>
    readonly external: readonly RegExp[]
    readonly isApart?: (path: string) => boolean
    readonly options?: Rolldown.RolldownOptions
  },
): UserConfig {
  const source = join(folder, 'src')
  const { entries, chunks, external, isApart, options } = library
  return {
    build: {
      lib: { entry: Object.fromEntries(entries.map((name) => [name, join(source, `${name}.ts`)])), formats: ['es'] },
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      target: 'es2022',
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        external: [...external],
        output: chunksOf(source, chunks, isApart),
        ...options,
      },
    },
  }
}

function readOwners(
  source: string,
  chunks: Readonly<Record<string, readonly string[]>>,
  infoOf: (id: string) => ModuleInfo | null,
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  const add = (chunk: string, id: string) => {
    const info = infoOf(id)
    if (owners.has(id) || info === null || !id.startsWith(source)) return
    owners.set(id, chunk)
    for (const imported of info.importedIds) add(chunk, imported)
  }
  for (const [chunk, roots] of Object.entries(chunks))
    for (const root of roots) {
      const id = join(source, root)
      if (infoOf(id) === null) throw new Error(`${id} begins the chunk ${chunk}, and is not there.`)
      add(chunk, id)
    }
  return owners
}
