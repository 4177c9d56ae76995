import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compiler } from '../../scripts/run.ts'
import { root } from './titles.ts'

const settings = {
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', strict: true },
  ...{ noEmit: true, skipLibCheck: true, types: ['node'], allowJs: true, checkJs: false },
  ...{ lib: ['es2024', 'dom', 'dom.iterable'] },
}

/**
 * Compiles files as a reader's project: the packages resolve by their exports, without the condition for our sources.
 * @param name - the folder under `.cache` for the project
 * @param files - the text of each file, by its path in the project
 * @param options - compiler options besides those that every project has
 * @returns the compiler's output, a line for each error; '' when it found none
 */
export function compileFiles(name: string, files: ReadonlyMap<string, string>, options: object = {}): string {
  const folder = join(root, '.cache', name)
  rmSync(folder, { recursive: true, force: true })
  const compilerOptions = { ...settings, typeRoots: [join(root, 'node_modules/@types')], ...options }
  const project = JSON.stringify({ compilerOptions, include: ['**/*'], exclude: ['node_modules'] })
  for (const [path, text] of [...files, ['tsconfig.json', project] as const]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const args = [join(root, 'node_modules', compiler), '-p', folder, '--pretty', 'false', '--checkers', '1']
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder })
  if (status !== 0 && stdout === '') throw new Error(`The compiler broke down: ${stderr}`)
  return stdout
}
