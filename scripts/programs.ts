import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './run.ts'

/** A program besides Node that tests run, and how to install it. */
export type Program = {
  readonly name: string
  readonly debian: string
  readonly brew: string
  readonly fedora: string
  /** Only nightly runs install this program. By day, a test without its program says so. */
  readonly isNightly?: true
}

export const programs = {
  chromium: { name: 'chromium', debian: 'chromium', brew: '--cask chromium', fedora: 'chromium' },
  // The same browser without windows, at two thirds of the processor time. Pages behave the same in both.
  headlessShell: { name: 'chromium-headless-shell', debian: 'chromium-headless-shell', brew: '', fedora: '' },
  redis: { name: 'redis-server', debian: 'redis-server', brew: 'redis', fedora: 'redis' },
  postgres: { name: 'initdb', debian: 'postgresql', brew: 'postgresql@16', fedora: 'postgresql-server' },
  faketime: { name: 'faketime', debian: 'faketime', brew: 'libfaketime', fedora: 'libfaketime' },
  strace: { name: 'strace', debian: 'strace', brew: '', fedora: 'strace' },
  anvil: { name: 'anvil', debian: '', brew: 'foundry', fedora: '' },
  nginx: { name: 'nginx', debian: 'nginx-light', brew: 'nginx', fedora: 'nginx' },
  caddy: { name: 'caddy', debian: 'caddy', brew: 'caddy', fedora: 'caddy', isNightly: true },
  promtool: {
    name: 'promtool',
    debian: 'prometheus',
    brew: 'prometheus',
    fedora: 'golang-github-prometheus',
    isNightly: true,
  },
} as const satisfies Record<string, Program>

export type ProgramName = keyof typeof programs

/** The folders of programs that are not on the PATH: Debian's folders, and npm's package of anvil. */
function otherFolders(): readonly string[] {
  const postgres = '/usr/lib/postgresql'
  const versions = existsSync(postgres) ? readdirSync(postgres) : []
  const anvil = join(root, 'node_modules/@foundry-rs/anvil-linux-amd64/bin')
  return [anvil, '/usr/bin', '/usr/sbin', ...versions.map((version) => join(postgres, version, 'bin'))]
}

/** The path of a program. Undefined if it is not installed. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | undefined {
  const folders = [...path.split(delimiter).filter(Boolean), ...otherFolders()]
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** How to get a program: with Homebrew on macOS, with dnf on Fedora, with apt-get elsewhere. */
export function explainInstall(program: Program, platform: NodeJS.Platform, hasDnf: boolean): string {
  const [tool, name] =
    platform === 'darwin' ? ['brew', program.brew] : hasDnf ? ['dnf', program.fedora] : ['apt-get', program.debian]
  return name === '' ? `${tool} does not have it: see its own site` : `${tool} install ${name}`
}
