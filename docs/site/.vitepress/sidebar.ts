import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, root } from './pages.ts'

type Item = { readonly text: string; readonly link: string }

/** A page by its file, named by its first heading unless a shorter name is given. */
function page(file: string, name?: string): readonly Item[] {
  const link = addressOf(file)
  if (link === undefined || !existsSync(join(root, file)))
    throw new Error(`${file} is in the sidebar and not in the repository`)
  return [{ text: name ?? headingOf(file), link }]
}

/** The first heading of a page, without its marks. */
export function headingOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  return (/^# (.+)$/m.exec(text)?.[1] ?? file).replaceAll('`', '')
}

const site = (path: string, name?: string) => page(`docs/site/${path}.md`, name)
const docs = (path: string, name?: string) => page(`docs/${path}.md`, name)
// The groups do not fold: for that, the theme puts a button into a button.
const group = (text: string, items: readonly (readonly Item[])[]) => ({ text, items: items.flat() })

/**
 * The pages beside a page, by the start of its address: those of its section, because one list for all pages was two
 * thirds of the bytes of most pages. A page of no other section shows the reference.
 */
export function sidebar() {
  const packages = readdirSync(join(root, 'packages'))
    .filter((name) => existsSync(join(root, `packages/${name}/README.md`)))
    .sort()
  const build = [
    group('Start', [
      site('start/index', 'Five minutes'),
      site('start/react', 'Vite and React'),
      site('start/next', 'Next.js'),
      site('start/vue', 'Vue'),
      site('start/plain', 'A plain page'),
      site('start/wagmi', 'wagmi'),
      docs('reach', 'Which wallets'),
    ]),
    group('Guides', [
      site('guides/link', 'Link a wallet'),
      site('guides/sign-in', 'Sign in with a wallet'),
      site('guides/sessions', 'Sessions'),
      site('guides/theming', 'Theming'),
      site('guides/icons', 'Show icons'),
      docs('languages', 'Languages'),
      site('guides/csp', 'Content-Security-Policy'),
      site('guides/ssr', 'Server rendering'),
      site('guides/testing', 'Testing your app'),
      site('guides/jest', 'Jest, Vitest and CommonJS'),
      site('guides/moving', 'Moving from another modal'),
      docs('drop-in', 'Drop-in replacements'),
      docs('classic', 'The classic modal'),
      docs('host-wallets', 'Wallets of your app'),
      docs('network-relay', 'The network’s relay'),
      docs('add-a-wallet', 'Add a wallet'),
      docs('wallets/extensions', 'Extensions'),
    ]),
    group('Concepts', [
      docs('walk', 'The walk'),
      site('concepts/handoff', 'Handoff'),
      site('concepts/proof', 'What a signature proves'),
      docs('link-accounts', 'Accounts and proofs'),
      docs('threat-model', 'Threat model'),
      docs('security/cross-device', 'Attacks across devices'),
      docs('origin-statements', 'Origin statements'),
      docs('reliability', 'Reliability'),
      docs('glossary', 'Glossary'),
    ]),
  ]
  const run = [
    group('Run it', [
      site('run/production', 'Go to production'),
      site('run/docker', 'Docker and Compose'),
      site('run/kubernetes', 'Kubernetes'),
      site('run/systemd', 'systemd'),
      site('run/proxy', 'nginx and Caddy'),
      docs('relay-runbook', 'Relay'),
      docs('relay-limits', 'Limits of the relay'),
      site('run/redis', 'Redis'),
      docs('registry-runbook', 'Registry'),
      docs('link-store', 'Link store'),
      site('run/postgresql', 'PostgreSQL'),
      docs('rpc', 'Smart accounts'),
      site('run/monitoring', 'Metrics and alerts'),
      site('run/backups', 'Backups'),
      site('run/upgrades', 'Upgrades'),
      site('run/doctor', 'Ask the doctor'),
      docs('doctor', 'Codes of the doctor'),
    ]),
  ]
  const reference = [
    group('Reference', [
      site('reference/index', 'All of it'),
      docs('link-api', 'Link API'),
      docs('reasons', 'Numbers of the protocol'),
      docs('platforms', 'Platforms'),
      docs('sign-in-texts', 'Texts that are signed'),
      docs('requirements', 'Requirements'),
      site('errors/index', 'Errors'),
      site('decisions/index', 'Decisions'),
    ]),
    group(
      'Packages',
      packages.map((name) => page(`packages/${name}/README.md`)),
    ),
    group('Figures', [
      docs('performance', 'Modal'),
      docs('relay-performance', 'Relay'),
      docs('registry-performance', 'Registry'),
      docs('link-performance', 'Link API'),
    ]),
    group('Project', [
      page('CHANGELOG.md'),
      page('ROADMAP.md'),
      page('SUPPORT.md'),
      page('SECURITY.md'),
      page('CONTRIBUTING.md'),
      page('GOVERNANCE.md'),
      page('CODE_OF_CONDUCT.md'),
    ]),
  ]
  return { '/start/': build, '/guides/': build, '/concepts/': build, '/run/': run, '/': reference }
}
