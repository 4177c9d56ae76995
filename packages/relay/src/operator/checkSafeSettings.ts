import { statSync } from 'node:fs'
import { InvalidCommandError } from '@hawser/command'
import type { SettingValues } from './settings.ts'

/**
 * Refuses settings that would expose clients' secrets.
 * @throws InvalidCommandError - one sentence with the setting to change
 */
export function checkSafeSettings(values: SettingValues): void {
  if (values.redisUrlFile !== undefined) checkPrivateFile(values.redisUrlFile, 'The file of --redis-url-file')
  if (values.acceptsPlain) return
  if (!isLoopback(values.host) && values.trustedProxies === 0) {
    throw new InvalidCommandError(
      `--host ${values.host} would serve plain ws:// to the network, where tokens can be read. Put a TLS proxy in front and set --trusted-proxies 1, or set --i-accept-plain.`,
    )
  }
  const plain = values.audiences?.map((audience) => new URL(audience)).find(isPlain)
  if (plain !== undefined) {
    throw new InvalidCommandError(
      `--audiences: ${plain.href} is not wss://, so tokens can be read on the way. Put a TLS proxy in front, or set --i-accept-plain.`,
    )
  }
}

/** @throws InvalidCommandError - when every user of the machine can read or change the file, or the file is missing */
export function checkPrivateFile(file: string, what: string): void {
  let mode: number
  try {
    mode = statSync(file).mode
  } catch (cause) {
    throw new InvalidCommandError(`${what} (${file}) cannot be read.`, { cause })
  }
  if ((mode & 0o007) !== 0)
    throw new InvalidCommandError(`${what} (${file}) is open to every user of this machine: chmod 600 it.`)
}

const isPlain = ({ protocol, hostname }: URL) => protocol === 'ws:' && !isLoopback(hostname.replace(/^\[|\]$/g, ''))

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
