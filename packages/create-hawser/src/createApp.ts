import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { TemplateName } from './templates.ts'

export type CreateAppOptions = {
  /** The folder of the app, new or empty. */
  readonly folder: string
  readonly template: TemplateName
  /** Where the templates are. Default: those of this package. */
  readonly templatesFolder?: string
}

export type CreatedApp =
  | { readonly status: 'created'; readonly folder: string; readonly name: string }
  | { readonly status: 'refused'; readonly message: string }

/** The lines of `.gitignore`, which is not in the templates because npm leaves such files out of every package. */
const ignored = ['node_modules/', 'dist/', '.next/', '.hawser/', 'links.sqlite*', '']

/**
 * Copies a template to a new folder and names it after that folder.
 * @example createApp({ folder: 'my-app', template: 'react' })
 */
export function createApp(options: CreateAppOptions): CreatedApp {
  const folder = resolve(options.folder)
  const { templatesFolder = join(import.meta.dirname, 'templates') } = options
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== '.git'))
    return { status: 'refused', message: `${folder} is not empty. Name a new folder.` }
  mkdirSync(folder, { recursive: true })
  cpSync(join(templatesFolder, options.template), folder, { recursive: true })
  const name = packageNameOf(folder)
  const file = join(folder, 'package.json')
  const manifest: object = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify({ ...manifest, name }, undefined, 2)}\n`)
  writeFileSync(join(folder, '.gitignore'), ignored.join('\n'))
  return { status: 'created', folder, name }
}

/** Returns a name that npm accepts: lower case, and no characters that a URL would have to escape. */
function packageNameOf(folder: string): string {
  const name = basename(folder)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9~-]+/g, '-')
    .replace(/^[-~]+/, '')
    .replace(/(?<!-)-+$/, '')
  return name === '' ? 'my-app' : name.slice(0, 200)
}
