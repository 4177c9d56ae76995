import type { Stack } from './createStack.ts'
import { parseOptions, usage } from './options.ts'

/** After this time in milliseconds the process exits, even if connections are still open. */
const stopMs = 2900

let stack: Stack | undefined
let isStopping = false

function stopOnce(): void {
  // The terminal signals npm and this process, and npm passes its signal on: one Ctrl-C arrives twice.
  if (isStopping) return
  isStopping = true
  // An exit at once is safe: the operating system frees the lock, and an interrupted build leaves the last build in place.
  if (stack === undefined) process.exit(0)
  console.log('stopping …')
  setTimeout(() => process.exit(1), stopMs).unref()
  stack.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env)
  if (options === 'help') {
    console.log(usage)
    return
  }
  process.on('SIGINT', stopOnce)
  process.on('SIGTERM', stopOnce)
  // The servers load once the options are read, so help and a refused option answer at once.
  const [{ createStack }, { iconCache }] = await Promise.all([import('./createStack.ts'), import('./icons.ts')])
  stack = await createStack({ ...options, iconCache, log: console.log })
  console.log(
    [
      'Hawser is running.',
      `  host app  ${stack.addresses.host}`,
      `  wallet    ${stack.addresses.wallet}`,
      `  relay     ${stack.addresses.relay}`,
      `  registry  ${stack.addresses.registry}`,
      'Ctrl-C stops it.',
    ].join('\n'),
  )
}

main().catch((error: unknown) => {
  const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
  // Coded errors say in one line what is wrong and what to do.
  const isCoded = error instanceof Error && 'code' in error && /^[a-z_]+$/.test(String(error.code))
  console.error(isCoded ? line : `Hawser could not start: ${line}`)
  process.exit(1)
})
