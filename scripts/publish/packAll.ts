import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashFiles } from '../hashFiles.ts'
import { root } from '../run.ts'
import { readPackages } from './packages.ts'
import { stagePackages } from './stagePackages.ts'

/** All files of a folder, including built files. */
function filesIn(folder: string): readonly string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  return found.filter((file) => !file.includes('node_modules') && statSync(file).isFile())
}

/** Packs the built packages as npm gets them, once per build. @returns the folder of the tarballs */
export function packAll(): string {
  const inputs = [...readPackages().map(({ folder }) => folder), 'scripts/publish']
  const folder = join(root, '.cache/tarballs', hashFiles(inputs.flatMap((input) => filesIn(join(root, input)))))
  if (existsSync(folder)) return folder
  const tarballs = dirname(folder)
  mkdirSync(tarballs, { recursive: true })
  const packed = mkdtempSync(join(tarballs, 'new-'))
  stagePackages(packed)
  try {
    renameSync(packed, folder)
  } catch (error) {
    // Another process was first.
    if (!existsSync(folder)) throw error
  }
  return folder
}

if (process.argv[1] === import.meta.filename) packAll()
