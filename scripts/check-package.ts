import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packAll } from './publish/packAll.ts'
import { readPackages } from './publish/packages.ts'
import { explainResolution } from './publish/resolve.ts'
import { tarballOf } from './publish/stagePackages.ts'

/** Checks the tarballs that npm gets, as a developer who installs them would find them. Run `npm run build` first. */
const root = resolve(import.meta.dirname, '..')
const target = mkdtempSync(join(tmpdir(), 'hawser-packages-'))

let problems = 0
try {
  const tarballs = packAll()
  for (const { folder, manifest } of readPackages()) {
    const tarball = join(tarballs, tarballOf(manifest))
    const packed = join(target, manifest.name)
    mkdirSync(packed, { recursive: true })
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', packed])
    const { messages, pkg } = await publint({ pkgDir: packed, strict: true, pack: false })
    const found = [
      ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
      ...(await explainResolution(tarball)),
      // These files are read at run time, so nothing before would miss them.
      ...readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.lua') && !existsSync(join(packed, 'dist', file)))
        .map((file) => `dist lacks ${file}`),
    ]
    for (const problem of found) console.error(`${manifest.name}: ${problem}`)
    console.log(`${manifest.name} ${manifest.version}: ${found.length} problems`)
    problems += found.length
  }
} finally {
  rmSync(target, { recursive: true, force: true })
}
console.log(problems === 0 ? 'packages: ready to install' : `packages: ${problems} problems`)
process.exitCode = problems === 0 ? 0 : 1
