import { parseArgs } from 'node:util'
import { type CreateAppOptions, createApp } from './createApp.ts'
import { findTemplate, type TemplateName, templates } from './templates.ts'

/** The command's access to the world beyond files. */
export type CreateWorld = {
  write(text: string): void
  fail(text: string): void
  /** Asks a person. Undefined if no person can answer: defaults then apply. */
  readonly ask: ((question: string) => Promise<string>) | undefined
  /** Runs a command in a folder. @returns its exit code */
  run(command: string, args: readonly string[], folder: string): number
  /** The package manager that called, such as `npm` or `pnpm`. */
  readonly packageManager: string
  readonly templatesFolder?: string
}

const help = `Usage: npm create hawser@latest [folder] -- [options]

Makes an app that links wallets, with a relay and a registry of its own.

  --template NAME  ${templates.map(({ name }) => name).join(', ')}
  --no-install     do not install the packages
  --yes            ask nothing: the folder is my-app and the template react, where they are not given
  --help           this text
`

/**
 * Runs `npm create hawser`.
 * @returns the exit code: 2 if the command line is not understood, 1 if something failed
 */
export async function runCreate(args: readonly string[], world: CreateWorld): Promise<number> {
  const given = readArgs(args)
  if (typeof given === 'string') {
    world.fail(`create-hawser: ${given} Try --help.\n`)
    return 2
  }
  if (given.isHelp) {
    world.write(help)
    return 0
  }
  const ask = given.isYes ? undefined : world.ask
  const folder = given.folder ?? ((await ask?.('Folder (my-app): ')) || 'my-app')
  const template = given.template ?? (await askTemplate(ask, world))
  const { templatesFolder } = world
  const options: CreateAppOptions = { folder, template, ...(templatesFolder !== undefined && { templatesFolder }) }
  const app = createApp(options)
  if (app.status === 'refused') {
    world.fail(`create-hawser: ${app.message}\n`)
    return 1
  }
  const { packageManager } = world
  if (given.installs && world.run(packageManager, ['install'], app.folder) !== 0) {
    world.fail(`create-hawser: "${packageManager} install" failed in ${app.folder}. The app itself is there.\n`)
    return 1
  }
  const install = given.installs ? '' : `  ${packageManager} install\n`
  world.write(`\n${app.name} is ready:\n\n  cd ${folder}\n${install}  ${packageManager} run dev\n\n`)
  return 0
}

type Given = {
  readonly folder: string | undefined
  readonly template: TemplateName | undefined
  readonly installs: boolean
  readonly isYes: boolean
  readonly isHelp: boolean
}

/** The arguments of a command line, or a sentence about its fault. */
function readArgs(args: readonly string[]): Given | string {
  const yes = { type: 'boolean' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string', short: 't' },
        'no-install': yes,
        yes: { ...yes, short: 'y' },
        help: { ...yes, short: 'h' },
      },
    })
    const template = values.template === undefined ? undefined : findTemplate(values.template)
    if (values.template !== undefined && template === undefined) return `There is no template "${values.template}".`
    const [folder, ...more] = positionals
    if (more.length > 0) return 'Name one folder.'
    const installs = values['no-install'] !== true
    return { folder, template, installs, isYes: values.yes === true, isHelp: values.help === true }
  } catch (error) {
    return `${error instanceof Error ? error.message.split('.', 1)[0] : 'The options cannot be read'}.`
  }
}

async function askTemplate(ask: CreateWorld['ask'], world: CreateWorld): Promise<TemplateName> {
  if (ask === undefined) return 'react'
  world.write(templates.map(({ name, title }) => `  ${name.padEnd(8)}${title}\n`).join(''))
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await ask('Template (react): ')
    const template = answer.trim() === '' ? 'react' : findTemplate(answer)
    if (template !== undefined) return template
    world.write(`There is no template "${answer.trim()}".\n`)
  }
  return 'react'
}
