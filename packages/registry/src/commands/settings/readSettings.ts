import { parseArgs } from 'node:util'
import { InvalidRegistryOptionError } from '../../errors.ts'
import type { Setting } from './setting.ts'
import { readValues, type SettingValues, settings } from './settings.ts'

/**
 * Reads the command line and the environment of `hawser-registry serve`; a flag wins over its variable.
 * @param args - without program, script and command
 * @throws InvalidRegistryOptionError
 */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SettingValues {
  const options = Object.values<Setting<unknown>>(settings).map(({ flag }) => [flag, { type: 'string' }] as const)
  try {
    return readValues(parseArgs({ args: [...args], options: Object.fromEntries(options) }).values, environment)
  } catch (error) {
    if (error instanceof InvalidRegistryOptionError || !(error instanceof Error)) throw error
    const [line = ''] = error.message.split('\n', 1)
    throw new InvalidRegistryOptionError(`${line} See hawser-registry serve --help.`, { cause: error })
  }
}
