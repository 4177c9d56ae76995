import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Builds every published package, each after those it imports. */
const packages = ['wire', 'sign', 'core', 'react', 'modal', 'wagmi', 'relay', 'registry', 'link']
const root = resolve(import.meta.dirname, '..')

for (const name of packages) {
  const folder = join(root, 'packages', name)
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const run = (script: string, args: readonly string[]) =>
    execFileSync(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: folder, stdio: 'inherit' })
  run('typescript/bin/tsc', ['-p', 'tsconfig.build.json'])
  // tsc copies no files that are read at run time.
  for (const file of readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.lua')) cpSync(join(folder, 'src', file), join(folder, 'dist', file))
  for (const config of ['vite.config.ts', 'vite.script.config.ts'])
    if (existsSync(join(folder, config))) run('vite/bin/vite.js', ['build', '--config', config, '--logLevel', 'warn'])
  console.log(`built @hawser/${name}`)
}
