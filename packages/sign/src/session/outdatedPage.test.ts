import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'

const built = temporaryFolder()
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@hawser/source'] },
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('./outdatedPage.fixture.ts', import.meta.url)),
      outDir: built,
      rolldownOptions: {
        output: {
          entryFileNames: 'page.mjs',
          chunkFileNames: 'chunks/[name].mjs',
          banner: ({ name }) => `(globalThis.ranChunks ??= []).push(${JSON.stringify(name)});`,
        },
      },
    },
  })
})

test.each(['settled', 'restored'])('a session that was %s gets changes after a deployment', (how) => {
  const folder = temporaryFolder()
  cpSync(built, folder, { recursive: true })
  const said = execFileSync(process.execPath, [join(folder, 'page.mjs'), how], { encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual(['heard', 'heard'])
})
