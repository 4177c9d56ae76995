import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run } from './run.ts'

/**
 * `npm run icons`: gives the listings of this checkout the icons that a package may show, in `.cache/icons`, where `npm start` and
 * `npm run gallery` look for them. Nothing of it is committed. Fetches one archive from npm's registry and nothing it depends on;
 * with `-- --package DIR`, the folder of the package, it fetches nothing.
 */
const source = { name: '@rainbow-me/rainbowkit', version: '2.2.11' }
/** What npm says of this archive: another one under its name is refused. */
const integrity = 'sha512-FHPsRHMBpuHHhuyKktAR13O9agmsUUunDnVEP4hG1dSZ2JojXLUSWyLG28VbGIJakHYylkNguiLFnqM/BM8ERA=='
const icons = join(root, '.cache/icons')

const { values } = parseArgs({ options: { package: { type: 'string' }, out: { type: 'string', default: icons } } })
const work = mkdtempSync(join(tmpdir(), 'hawser-icons-'))
try {
  const folder = values.package ?? fetchPackage(work)
  const listings = join(work, 'listings')
  mkdirSync(listings)
  for (const file of readdirSync(join(root, 'packages/registry/listings')))
    if (file.endsWith('.json')) cpSync(join(root, 'packages/registry/listings', file), join(listings, file))
  const command = ['run', '--silent', 'registry', '--', 'icons', '--package', folder, '--listings', listings]
  if (run('npm', command) !== 0) process.exit(1)
  // Whole or not at all: what was there before stays until then.
  rmSync(values.out, { recursive: true, force: true })
  mkdirSync(join(values.out, '..'), { recursive: true })
  cpSync(listings, `${values.out}.new`, { recursive: true })
  renameSync(`${values.out}.new`, values.out)
  console.log(`They are in ${values.out}. npm start and npm run gallery show them.`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** The package's archive, unpacked. `npm install` would bring what it depends on, which is not wanted here and partly not allowed. */
function fetchPackage(folder: string): string {
  const packed = spawnSync(
    'npm',
    ['pack', `${source.name}@${source.version}`, '--pack-destination', folder, '--silent'],
    {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const archive = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (packed.status !== 0 || archive === undefined)
    fail(
      `npm could not fetch ${source.name} ${source.version}. With the package in a folder: npm run icons -- --package DIR`,
    )
  const bytes = readFileSync(join(folder, archive))
  if (`sha512-${createHash('sha512').update(bytes).digest('base64')}` !== integrity)
    fail(`The archive that came as ${source.name} ${source.version} is another one.`)
  const unpacked = spawnSync('tar', ['-xzf', archive], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (unpacked.status !== 0 || !existsSync(join(folder, 'package'))) fail('The archive could not be unpacked (tar).')
  return join(folder, 'package')
}

function fail(why: string): never {
  console.error(why)
  rmSync(work, { recursive: true, force: true })
  process.exit(1)
}
