import { type CommandWorld, InvalidCommandError } from '@hawser/command'
import { diagnose } from '../diagnose.ts'
import { type PageOptions, parseAddress } from '../gather/pageOptions.ts'
import { formatJson } from '../report/formatJson.ts'
import { formatText } from '../report/formatText.ts'
import type { DoctorValues } from './settings.ts'

/**
 * Diagnoses a page and prints the report.
 * @returns the exit code: 1 if something is wrong
 * @throws InvalidCommandError - names the flag, never its value: an address can contain a password
 */
export async function runDoctor(
  values: DoctorValues,
  world: Pick<CommandWorld, 'write' | 'now'>,
  [page = '']: readonly string[],
): Promise<number> {
  const pageUrl = readPage(page)
  const { cookie, timeout, isJson } = values
  const given = readOverrides(values, pageUrl)
  const diagnosis = await diagnose({ pageUrl, given, cookie, timeoutMs: timeout * 1_000, now: world.now })
  world.write(isJson ? formatJson(diagnosis) : formatText(diagnosis))
  return diagnosis.isWell ? 0 : 1
}

/**
 * Reads the address of the page, as a person types it into a browser.
 * @throws InvalidCommandError
 */
export function readPage(page: string): string {
  const pageUrl = parseAddress(/^[a-z]+:\/\//i.test(page) ? page : `https://${page}`, undefined, 'http')
  if (pageUrl === undefined)
    throw new InvalidCommandError('The address of the page must begin with https:// or http://.')
  return pageUrl
}

/**
 * Reads the options that the command line gives in place of the page.
 * @throws InvalidCommandError
 */
export function readOverrides(values: DoctorValues, pageUrl: string): Partial<PageOptions> {
  const { relayUrls, registry, registryKeys, link, reach, projectId, hasHandoff, hasNoHandoff } = values
  if (hasHandoff && hasNoHandoff) throw new InvalidCommandError('--handoff and --no-handoff say the opposite.')
  return {
    ...(relayUrls && { relayUrls }),
    ...(registry !== undefined && { registryUrl: readAddress('registry', registry, pageUrl) }),
    ...(registryKeys && { registryKeys }),
    ...(link !== undefined && { linkUrl: readAddress('link', link, pageUrl) }),
    ...(reach !== undefined && { relayReach: readReach(reach) }),
    ...(projectId !== undefined && { projectId }),
    ...(hasHandoff && { handoff: true }),
    ...(hasNoHandoff && { handoff: false }),
  }
}

function readAddress(flag: string, text: string, pageUrl: string): string {
  const url = parseAddress(text, pageUrl, 'http')
  if (url === undefined) throw new InvalidCommandError(`--${flag} takes an address such as https://${flag}.example.`)
  return url
}

function readReach(words: readonly string[]): PageOptions['relayReach'] {
  const [word] = words
  return words.length === 1 && (word === 'network' || word === 'own') ? word : words
}
