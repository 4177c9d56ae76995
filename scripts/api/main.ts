import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { root } from '../run.ts'

// Writes a report of each public entry into the folder `api` of its package, so that a review shows everything that a change
// adds, changes or removes. `npm run api` writes the reports. Without `--write` this script compares them, and fails if one
// differs.

const isWriting = process.argv.includes('--write')
const none = { default: { logLevel: ExtractorLogLevel.None } }

/** The entries of a package that have types: the name and the declarations of each. */
function entriesOf(folder: string): readonly (readonly [name: string, types: string])[] {
  const { exports = {} }: { exports?: Record<string, { types?: string }> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return Object.entries(exports)
    .filter(([path]) => !path.includes('*') && !path.startsWith('./messages/') && path !== './internal')
    .flatMap(([path, { types }]) =>
      types === undefined ? [] : [[path === '.' ? 'index' : path.slice(2).replaceAll('/', '.'), join(folder, types)]],
    )
}

const outOf = (folder: string) => join(root, '.cache/api', basename(folder))

function configOf(folder: string, name: string, types: string): ExtractorConfig {
  const out = outOf(folder)
  mkdirSync(out, { recursive: true })
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: types,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            ...{ target: 'es2023', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', types: ['node'] },
            ...{ lib: ['es2023', 'dom', 'dom.iterable'], strict: true, noEmit: true, skipLibCheck: true },
            allowImportingTsExtensions: true,
          },
          files: [types],
        },
      },
      apiReport: { enabled: true, reportFileName: `${name}.api.md`, reportFolder: out, reportTempFolder: out },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: none,
        tsdocMessageReporting: none,
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
      },
    },
  })
}

function report(folder: string, name: string, types: string, compilerState: CompilerState): string {
  const { succeeded } = Extractor.invoke(configOf(folder, name, types), {
    localBuild: true,
    compilerState,
    messageCallback(message) {
      // Silences the line that the extractor prints for each report.
      message.handled = message.logLevel !== ExtractorLogLevel.Error
    },
  })
  if (!succeeded) throw new Error(`There is no report of ${types}.`)
  return readFileSync(join(outOf(folder), `${name}.api.md`), 'utf8').replaceAll('\r\n', '\n')
}

const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))
const [first, ...others] = packages.flatMap((folder) => entriesOf(folder).map((entry) => [folder, ...entry] as const))
if (first === undefined) throw new Error('No package has an entry with types.')
// One state for all reports, so that the types are read only once.
const compilerState = CompilerState.create(configOf(...first), {
  additionalEntryPoints: others.map(([, , types]) => types),
})
const different: string[] = []
for (const folder of packages) {
  const kept = join(folder, 'api')
  const entries = entriesOf(folder)
  for (const [name, types] of entries) {
    const file = join(kept, `${name}.api.md`)
    const text = report(folder, name, types, compilerState)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    different.push(file.slice(root.length + 1))
    mkdirSync(kept, { recursive: true })
    if (isWriting) writeFileSync(file, text)
  }
  for (const file of existsSync(kept) ? readdirSync(kept) : []) {
    if (entries.some(([name]) => `${name}.api.md` === file)) continue
    different.push(`${basename(folder)}/api/${file}`)
    if (isWriting) rmSync(join(kept, file))
  }
}
const count = different.length
if (count === 0) console.log('api: every report is as its entry')
else if (isWriting) console.log(`api: wrote ${different.join(', ')}`)
else {
  console.error(
    `api: ${count} reports differ from their entries: ${different.join(', ')}. Run npm run api and review the change.`,
  )
  process.exitCode = 1
}
