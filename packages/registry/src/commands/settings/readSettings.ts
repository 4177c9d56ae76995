import { parseArgs } from 'node:util'
import { nearestName } from '@hawser/wire'
import { InvalidRegistryOptionError } from '../../errors.ts'
import { explainOption } from '../options.ts'
import type { Setting } from './setting.ts'
import { readValues, type SettingValues, settings } from './settings.ts'

const all = Object.values<Setting<unknown>>(settings)

/**
 * Reads the command line and the environment of `hawser-registry serve`; a flag wins over its variable.
 * @param args - without program, script and command
 * @throws InvalidRegistryOptionError
 */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SettingValues {
  const options = all.map(({ flag, isSwitch }) => [flag, { type: isSwitch ? 'boolean' : 'string' }] as const)
  try {
    const flags = parseArgs({ args: [...args], options: Object.fromEntries(options) }).values
    refuseMistyped(environment)
    return readValues(flags, environment)
  } catch (error) {
    throw explainOption(
      error,
      all.map(({ flag }) => flag),
      'serve',
    )
  }
}

const prefix = 'HAWSER_REGISTRY_'
/** Variables that Kubernetes sets in every container for a service named hawser-registry. */
const serviceLinks = /^(SERVICE_|PORT_\d)/

/** A variable that is nearly one of ours: the operator believes that it works. */
function refuseMistyped(environment: Readonly<Record<string, string | undefined>>): void {
  const known = all.map(({ variable }) => variable.slice(prefix.length))
  for (const variable of Object.keys(environment)) {
    const name = variable.slice(prefix.length)
    if (!variable.startsWith(prefix) || known.includes(name) || serviceLinks.test(name)) continue
    const meant = nearestName(name, known)
    if (meant === undefined) continue
    throw new InvalidRegistryOptionError(
      `${variable} is not a setting. Did you mean ${prefix}${meant}? See hawser-registry serve --help.`,
    )
  }
}
