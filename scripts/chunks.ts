import { join, relative } from 'node:path'
import type { Rolldown, UserConfig } from 'vite'

type ModuleInfo = Pick<Rolldown.ModuleInfo, 'importedIds'>

/**
 * Which file of `dist` a module of a package goes to. The modules that a page needs at one moment are one file: bundlers split
 * pages by file, and each small module that two parts share would become a file of the page's own (docs/decisions/0083).
 * @param source - the package's `src`
 * @param chunks - by name, in the order of need: the modules that a chunk begins with. It holds all that they import at once and
 * no chunk before it has. Modules of no chunk, and those that `isApart` names, stay files of their own.
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
    // As a stack trace should name them.
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
            // An entry, and what is only fetched by itself, is a file anyway, with exports of its own names.
            if (info === null || info.isEntry || info.importers.length === 0) return null
            // A module imported in both ways keeps its exports when it is alone in its file.
            if (isApart(pathOf(id)) || info.dynamicImporters.length > 0) return pathOf(id)
            return owners.get(id) || pathOf(id)
          },
        },
      ],
    },
  }
}

/**
 * How Vite builds a package for pages: its entries, and its modules in chunks. Types come from tsc, which runs first.
 * @param folder - the package's
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
