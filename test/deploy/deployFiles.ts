import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidCommandError, readSettings, type SettingTable } from '@hawser/command'
import { isNight } from '@hawser/test-kit/night'
import { checkSafeSettings as refuseUnsafeRegistry } from '../../packages/registry/src/commands/settings/checkSafeSettings.ts'
import {
  prefix as registryPrefix,
  settings as registrySettings,
} from '../../packages/registry/src/commands/settings/settings.ts'
import { checkSafeSettings as refuseUnsafeRelay } from '../../packages/relay/src/operator/checkSafeSettings.ts'
import { prefix as relayPrefix, settings as relaySettings } from '../../packages/relay/src/operator/settings.ts'
import { explainInstall, findProgram, type ProgramName, programs } from '../../scripts/programs.ts'
import { root } from '../docs/titles.ts'

/** The folder of the files that an operator copies to run the relay and the registry together. */
export const deploy = join(root, 'packages/hawser/deploy')
export const readDeploy = (name: string) => readFileSync(join(deploy, name), 'utf8')

/** Returns the lines without comments and blank lines, with continued lines joined. */
export const linesOf = (text: string) =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

export type Environment = Readonly<Record<string, string>>

const variablesOf = (table: SettingTable, prefix: string) =>
  Object.values(table).map(({ name }) => `${prefix}${name.toUpperCase().replaceAll('-', '_')}`)
const variables = new Set([
  ...variablesOf(relaySettings, relayPrefix),
  ...variablesOf(registrySettings, registryPrefix),
])

/** Returns the names that look like settings but are unknown. */
export function unknownVariables(names: readonly string[]): readonly string[] {
  return names.filter((name) => /^HAWSER_(?:RELAY|REGISTRY)_/.test(name) && !variables.has(name))
}

/**
 * Returns the complaints of the relay or the registry about its variables at start, except those about files. With an empty
 * list the server would start.
 */
export function explainEnvironment(server: 'relay' | 'registry', environment: Environment): readonly string[] {
  const unknown = unknownVariables(Object.keys(environment)).map((name) => `${name} is not a setting`)
  try {
    if (server === 'relay') {
      const { values } = readSettings(relaySettings, { args: [], environment, prefix: relayPrefix })
      refuseUnsafeRelay({ ...values, redisUrlFile: undefined })
    } else {
      const { values } = readSettings(registrySettings, { args: [], environment, prefix: registryPrefix })
      refuseUnsafeRegistry(values)
    }
  } catch (error) {
    if (!(error instanceof InvalidCommandError)) throw error
    return [...unknown, error.message]
  }
  return unknown
}

export const portsOf = {
  relay: relaySettings.port.defaultValue,
  registry: registrySettings.port.defaultValue,
} as const

/** The Dockerfiles of this repository that build a server. */
export const dockerfiles = [
  'packages/relay/deploy/Dockerfile',
  'packages/registry/deploy/Dockerfile',
  'packages/hawser/deploy/app/Dockerfile',
] as const

/**
 * Returns the path of a program that the nightly run installs. By day, where the program is missing, logs a line that names the
 * skipped test.
 */
export function programIfThere(name: ProgramName, what: string): string | undefined {
  const path = findProgram(programs[name].name)
  if (path !== undefined) return path
  const install = explainInstall(programs[name], process.platform, findProgram('dnf') !== undefined)
  const line = `${what} did not run: it needs ${programs[name].name} (${install})`
  if (isNight) throw new Error(line)
  console.log(line)
  return undefined
}
