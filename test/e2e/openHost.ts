import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHost, type Host, type HostOptions } from '@hawser/app-host/server'
import { lookAlikeKey, mixedScripts } from '@hawser/registry'
import { cheapPassword } from '@hawser/test-kit/cheapPassword'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { onTestFinished } from 'vitest'

/** Opens the demo host app of one test, over its own folder, with an empty page. */
export async function openHost(
  options: Partial<HostOptions> & Pick<HostOptions, 'publicUrl'>,
): Promise<{ readonly host: Host; readonly dataFile: string }> {
  const folder = temporaryFolder()
  const pageDir = join(folder, 'page')
  mkdirSync(pageDir)
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>page</title>')
  const dataFile = join(folder, 'host.sqlite')
  const host = await createHost({
    dataFile,
    relayUrl: 'ws://localhost:4402',
    registryUrl: 'http://localhost:4403',
    walletUrl: 'http://localhost:4401',
    names: { lookAlikeKey, mixedScripts },
    pageDir,
    password: cheapPassword,
    ...options,
  })
  onTestFinished(() => host.stop())
  return { host, dataFile }
}
