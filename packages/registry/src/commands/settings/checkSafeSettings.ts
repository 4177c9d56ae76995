import { InvalidCommandError } from '@hawser/command'
import type { SettingValues } from './settings.ts'

/**
 * Refuses to serve a network without TLS: an attacker on the way could change links and names, and pages without a
 * pinned key would show the changes.
 * @throws InvalidCommandError - one line that says what to do instead
 */
export function checkSafeSettings({
  host,
  trustedProxies,
  acceptsPlain,
}: Pick<SettingValues, 'host' | 'trustedProxies' | 'acceptsPlain'>): void {
  if (acceptsPlain || trustedProxies > 0 || isLoopback(host)) return
  throw new InvalidCommandError(
    `--host ${host} would serve plain http:// to the network, where answers can be changed. Put a TLS proxy in front and set --trusted-proxies 1, or set --i-accept-plain.`,
  )
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
