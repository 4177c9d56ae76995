import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { houses } from '../../scripts/sourceGraph.ts'
import { root } from './titles.ts'

/** Names for the reader's own code. The compiler checks the use of those that have one of our types. */
export const given = `
declare const linker: import('@hawser/core').ClientLinker
declare const options: Extract<import('@hawser/core').LinkerOptions, { readonly relay: { readonly url: unknown } }>
declare const error: unknown
declare const listing: import('@hawser/core').Listing
declare const client: import('@hawser/sign').SignClient
declare const dapp: import('@hawser/sign').DappClient
declare const wallet: import('@hawser/sign').SignClient
declare const link: import('@hawser/link').Link
declare const modal: import('@hawser/modal').Modal
declare const mailbox: import('@hawser/relay').Mailbox
declare const bundle: import('@hawser/registry').Bundle
declare const Bun: { serve(options: object): void }
declare const test: (title: string, run: () => unknown) => void
declare module '*.css'
`

/** Code that a reader copies, and the package whose names the code can use without an import. */
export type Example = { readonly place: string; readonly house: string; readonly code: string }

export const packages = houses.filter((house) => house.startsWith('packages/'))
/** Returns the names that the public entries of a package export, each with its entry. */
function exportsOf(house: string): ReadonlyMap<string, string> {
  const { name, exports = {} } = JSON.parse(readFileSync(join(root, house, 'package.json'), 'utf8'))
  const names = new Map<string, string>()
  for (const [path, target] of Object.entries<Record<string, string>>(exports)) {
    const source = target['@hawser/source']
    if (source === undefined || !/\.tsx?$/.test(source) || path.includes('*')) continue
    const text = readFileSync(join(root, house, source), 'utf8')
    const listed = [...text.matchAll(/export(?: type)? \{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','))
    const made = [...text.matchAll(/export (?:async )?(?:function|const) (\w+)/g)].map(([, each = '']) => each)
    for (const each of [...listed, ...made]) {
      const exported = /(\w+)\s*$/.exec(each.trim())?.[1]
      if (exported !== undefined && !names.has(exported)) names.set(exported, `${name}${path.slice(1)}`)
    }
  }
  return names
}

const known = new Map(packages.map((house) => [house, exportsOf(house)]))

/** Turns an example into a module: our names are imported, `…` becomes any value, and a property becomes part of an object. */
export function moduleOf({ house, code }: Example): string {
  const words = new Set(code.match(/\b[A-Za-z]\w+\b/g))
  const declared = new Set([...code.matchAll(/(?:const|function|type|class) (\w+)/g)].map(([, name]) => name))
  for (const [, list = ''] of code.matchAll(/(?:import(?: type)?|const|let) [{[]([^}\]]*)[}\]](?: from| =)/g))
    for (const [name] of list.matchAll(/\w+(?=\s*(?:,|=|$))/g)) declared.add(name)
  for (const [, name] of code.matchAll(/import (\w+) from/g)) declared.add(name)
  const imports = [...words].flatMap((word) => {
    if (declared.has(word)) return []
    const from = [house, ...packages].map((each) => known.get(each)?.get(word)).find((entry) => entry !== undefined)
    return from === undefined ? [] : [`import { ${word} } from '${from}'`]
  })
  // An ellipsis replaces the rest of the reader's options, also alone on its line as a comment.
  const body = code.replaceAll(/^( *)\/\/ …$/gm, '$1...anything,').replaceAll(/(?<!\/\/.*)…/g, '...anything')
  // A page's block can be a module itself.
  if (/^(?:import|export) /m.test(code)) return `${imports.join('\n')}\n${body}\nexport {}\n`
  const statement = /^\w+: /.test(body) ? `({ ${body} })` : body
  return `${imports.join('\n')}\nexport async function example() {\n${statement}\n}\n`
}

/**
 * Reports whether a compiler error concerns a name or a module of the reader's own. Our names are imported, so errors about a
 * missing member or a missing entry of a package still count.
 */
export function isOwnCode(code: number, message: string): boolean {
  if (code === 2307) return !message.includes("'@hawser/")
  return code === 2304 || code === 2552 || code === 18004
}
