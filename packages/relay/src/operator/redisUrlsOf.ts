import { readFileSync } from 'node:fs'
import { InvalidCommandError } from '@hawser/command'
import { type SettingValues, settings } from './settings.ts'

/**
 * The Redis URLs to use, with passwords. Undefined if no Redis is configured.
 * @throws InvalidCommandError - the file cannot be read or has other content; its text is never shown
 */
export function redisUrlsOf(
  { redisUrls, redisUrlFile }: Pick<SettingValues, 'redisUrls' | 'redisUrlFile'>,
  readFile: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): readonly string[] | undefined {
  if (redisUrls !== undefined || redisUrlFile === undefined) return redisUrls
  let text: string
  try {
    text = readFile(redisUrlFile)
  } catch (cause) {
    throw new InvalidCommandError('--redis-url-file names a file that cannot be read.', { cause })
  }
  const urls = settings.redisUrls.parse(text.trim(), 'variable')
  if (urls === undefined)
    throw new InvalidCommandError('The file of --redis-url-file holds no redis:// or rediss:// URLs.')
  return urls
}
