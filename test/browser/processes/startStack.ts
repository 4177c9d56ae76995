import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, runProcess } from './runProcess.ts'

export type Stack = Awaited<ReturnType<typeof startStack>>

/** Starts the stack of `npm start` with further options, on free ports and with an empty data folder. */
export async function startStack(...options: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-stack-'))
  const dataFolder = join(folder, 'data')
  const port = await freePorts()
  const start = async () => {
    // Uses no icons, even if this machine has some, so that tests see the same wallets everywhere.
    const own = ['--port', String(port), '--data', dataFolder, '--icons', `${dataFolder}/no-icons`]
    const started = runProcess('apps/stack/src/main.ts', [...own, ...options])
    await started.line(/Hawser is running/)
    return started
  }
  let running = await start()
  return {
    port,
    hostUrl: `http://localhost:${port}`,
    walletUrl: `http://localhost:${port + 1}`,
    dataFolder,
    async restart() {
      await running.stop()
      running = await start()
    },
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
