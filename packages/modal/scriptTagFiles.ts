import { createHash } from 'node:crypto'
import { basename, dirname, posix } from 'node:path'
import { minifySync, type Plugin, parseAst, type Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk
type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>
type Edit = readonly [start: number, end: number, text: string]
type Name = { readonly name?: string; readonly value?: string }
type Specifier = { readonly imported?: Name; readonly exported?: Name; readonly local: { readonly name: string } }

/** The digest for an `integrity` attribute: a page that names it runs these bytes, or nothing. */
export function digestOf(bytes: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

/**
 * Makes a plain script of the entry and modules of all other files: a page names one script by one digest, and a press
 * fetches only what it needs. The script knows the digests of the modules (`src/scriptTag/createFileLoader.ts`). It may not be
 * imported, so the modules find what they share with it under a symbol.
 * @param version - of the package: scripts of two versions on one page stay apart
 * @param banner - the first line of each file
 */
export function scriptTagFiles(version: string, banner: string): Plugin {
  const scope = `globalThis[Symbol.for("@hawser/modal ${version}")]`

  function finish(chunk: Chunk, code: string): void {
    const { code: small, errors } = minifySync(chunk.fileName, code, { module: !chunk.isEntry, sourcemap: false })
    if (errors.length > 0) throw new Error(`${chunk.fileName}: ${errors[0]?.message}`)
    chunk.code = `${banner}\n${small.trim()}\n`
  }

  return {
    name: 'script-tag-files',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (entry === undefined) throw new Error('The script-tag build has no entry.')
      // A few lines of the bundler. The script has them, or every page would fetch them as a file.
      const runtime = chunks.find(({ moduleIds }) => moduleIds.includes('\0rolldown/runtime.js'))
      if (runtime !== undefined) delete bundle[runtime.fileName]
      const later = chunks.filter((chunk) => chunk !== entry && chunk !== runtime)
      const placesIn = (within: string) =>
        new Map([
          [entry.fileName, within],
          [runtime?.fileName ?? '', `${within}.runtime`],
        ])
      for (const chunk of later) finish(chunk, edit(chunk.code, editsOf(chunk, placesIn(scope), scope)))

      const importsOf = (chunk: Chunk, found: Set<Chunk>): ReadonlySet<Chunk> => {
        for (const imported of later.filter(({ fileName }) => chunk.imports.includes(fileName))) {
          if (found.has(imported)) continue
          found.add(imported)
          importsOf(imported, found)
        }
        return found
      }
      const files = later.map((chunk) => [
        basename(chunk.fileName),
        {
          integrity: digestOf(chunk.code),
          imports: [...importsOf(chunk, new Set())].map(({ fileName }) => basename(fileName)),
        },
      ])
      const own = exportsOf(entry.code)
      const [findScript, createFileLoader, Hawser] = ['findScript', 'createFileLoader', 'Hawser'].map((name) =>
        own.names.get(name),
      )
      finish(
        entry,
        `var Hawser = (() => {
"use strict";
const scope = ${scope} = {};
scope.runtime = (() => { ${withoutExports(runtime?.code ?? '')} })();
${edit(entry.code, [...editsOf(entry, placesIn('scope'), 'scope'), ...own.edits])}
Object.assign(scope, ${listOf(own.names)});
if (typeof document !== "undefined")
  scope.load = ${createFileLoader}(${JSON.stringify(Object.fromEntries(files))}, ${findScript}());
return ${Hawser};
})();`,
      )
    },
  }
}

/**
 * The imports of a chunk that cannot stay: those of what the script has, and those that load a file unchecked.
 * @param places - where the exports of a file are, for the files that the script has
 */
function editsOf(chunk: Chunk, places: ReadonlyMap<string, string>, scope: string): readonly Edit[] {
  return [...nodesOf(parseAst(chunk.code))].flatMap((node): readonly Edit[] => {
    const source = (node.source as Name | null | undefined)?.value
    if (typeof source !== 'string' || !source.startsWith('.')) return []
    const place = places.get(posix.join(dirname(chunk.fileName), source))
    if (node.type === 'ImportExpression') {
      const load = `${scope}.load(${JSON.stringify(basename(source))})`
      return [[node.start, node.end, place === undefined ? load : `Promise.resolve(${place})`]]
    }
    if (place === undefined) {
      if (chunk.isEntry) throw new Error(`A script cannot import ${source}.`)
      return []
    }
    if (node.type !== 'ImportDeclaration') throw new Error(`${chunk.fileName} exports parts of the script.`)
    const names = (node.specifiers as readonly Specifier[]).map(({ imported, local }) => {
      if (imported === undefined) throw new Error(`${chunk.fileName} imports the whole script.`)
      return `${JSON.stringify(nameOf(imported))}: ${local.name}`
    })
    return [[node.start, node.end, names.length === 0 ? '' : `const { ${names.join(', ')} } = ${place};`]]
  })
}

const nameOf = ({ name, value }: Name) => name ?? value ?? ''

/** A module's exports, as local names by the exported ones, and the edits that take its `export` away. */
function exportsOf(code: string): { readonly names: ReadonlyMap<string, string>; readonly edits: readonly Edit[] } {
  const lists = [...nodesOf(parseAst(code))].filter(({ type }) => type === 'ExportNamedDeclaration')
  const names = lists
    .flatMap(({ specifiers }) => specifiers as readonly Specifier[])
    .map(({ exported = {}, local }) => [nameOf(exported), local.name] as const)
  return { names: new Map(names), edits: lists.map(({ start, end }) => [start, end, '']) }
}

/** The body of a function that returns what a module exports. */
function withoutExports(code: string): string {
  const { names, edits } = exportsOf(code)
  return `${edit(code, edits)}\nreturn ${listOf(names)};`
}

function listOf(names: ReadonlyMap<string, string>): string {
  return `{ ${[...names].map(([name, local]) => `${JSON.stringify(name)}: ${local}`).join(', ')} }`
}

function edit(code: string, edits: readonly Edit[]): string {
  let edited = code
  for (const [start, end, text] of [...edits].sort(([one], [other]) => other - one))
    edited = edited.slice(0, start) + text + edited.slice(end)
  return edited
}

/** Every node of a syntax tree. */
function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') yield value as Node
  for (const inner of Object.values(value)) yield* nodesOf(inner)
}
