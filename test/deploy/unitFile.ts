import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../docs/titles.ts'
import { linesOf } from './deployFiles.ts'

const pathOf = (server: 'relay' | 'registry') => join(root, `packages/${server}/deploy/hawser-${server}.service`)

/** The lines that all our unit files share: a separate user, no new rights, and a restart. */
export const hardening = [
  ...['DynamicUser=yes', 'UMask=0077', 'NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict'],
  ...['ProtectHome=yes', 'PrivateTmp=yes', 'PrivateDevices=yes', 'RestrictNamespaces=yes', 'Restart=always'],
  ...['StartLimitIntervalSec=0', 'LimitCORE=0', 'KillMode=mixed', 'SystemCallFilter=@system-service'],
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
]

export function readUnit(server: 'relay' | 'registry') {
  const lines = linesOf(readFileSync(pathOf(server), 'utf8'))
  return {
    lines,
    settingOf: (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '',
  }
}

/** Verifies a unit file, and returns systemd's exposure score for it, from 0 to 10. */
export function exposureOf(server: 'relay' | 'registry'): number {
  execFileSync('systemd-analyze', ['verify', pathOf(server)])
  const words = ['security', '--offline=yes', '--no-pager', pathOf(server)]
  const report = execFileSync('systemd-analyze', words, { encoding: 'utf8' })
  return Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1])
}
