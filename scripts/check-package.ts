import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Checks the built packages as somebody who installs them would meet them. Run `npm run build` first. */
const packages = [
  ...['wire', 'command', 'sign', 'core', 'react', 'modal', 'wagmi', 'relay', 'registry', 'link', 'doctor', 'hawser'],
]
const root = resolve(import.meta.dirname, '..')

let problems = 0
for (const name of packages) {
  const { messages, pkg } = await publint({ pkgDir: join(root, 'packages', name), strict: true })
  for (const message of messages) console.error(`${pkg.name}: ${formatMessage(message, pkg)}`)
  problems += messages.length
  // Read at run time: nobody would miss them before.
  const folder = join(root, 'packages', name)
  for (const file of readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.lua') || existsSync(join(folder, 'dist', file))) continue
    console.error(`@hawser/${name}: dist lacks ${file}`)
    problems += 1
  }
}
console.log(problems === 0 ? `packages: ${packages.length} ready to install` : `packages: ${problems} problems`)
process.exitCode = problems === 0 ? 0 : 1
