import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { filesBelow, root } from './scripts/sourceGraph.ts'

// One React for all: npm puts the older one, which test/react18 asks for, where files under test/ would find it first.
const resolve = { conditions: ['@hawser/source'], dedupe: ['react', 'react-dom'] }
const ssr = { resolve: { conditions: ['@hawser/source'], externalConditions: ['@hawser/source'] } }

/** The packages of React as test/react18 has them. */
const react18 = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-dom/server',
  'react-dom/test-utils',
]
const findReact18 = createRequire(new URL('./test/react18/package.json', import.meta.url)).resolve
const alias = [
  ...react18.map((name) => ({ find: new RegExp(`^${name}$`), replacement: findReact18(name) })),
  // Its other build asks for React in a way no alias reaches.
  { find: /^@testing-library\/react$/, replacement: '@testing-library/react/dist/@testing-library/react.esm.js' },
]

const isNight = process.env.HAWSER_NIGHTLY === '1'
const tests = [
  'packages/**/*.test.{ts,tsx}',
  'apps/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  'test/{deploy,docs,doctor,e2e,exports,fuzz,host-frameworks,kit,registry,security,ssr}/**/*.test.{ts,tsx}',
  'test/browser/**/*.test.ts',
]
const contracts = ['test/contracts/*.test.ts']
const startsProgram = /@hawser\/test-kit\/(?:start|sharedServers')|'\.\/startRedis\.ts'|'nginx'|'systemd-analyze'/
/** Tests that start or share a program which is not Node: they say so by what they import from the kit. */
const withServers = ['packages', 'test/deploy', 'test/kit']
  .flatMap((folder) => filesBelow(join(root, folder)))
  .filter((file) => file.endsWith('.test.ts') && startsProgram.test(readFileSync(file, 'utf8')))
  .map((file) => relative(root, file))

const changesGlobals =
  /vi\.(?:resetModules|stub|spyOn|mock|doMock|useFake)|globalThis|\.prototype\b|defineProperty|process\.(?:env|on|chdir)|@vitest-environment/
/** Tests that leave nothing behind: they share a process, and what is imported is so once. */
const together = ['packages', 'apps', 'test/docs', 'test/fuzz']
  .flatMap((folder) => filesBelow(join(root, folder)))
  .filter((file) => file.endsWith('.test.ts') && !changesGlobals.test(readFileSync(file, 'utf8')))
  .map((file) => relative(root, file))
  .filter((file) => !withServers.includes(file))

const elsewhere = ['**/node_modules/**', ...contracts, ...withServers]
/** What is polled comes within a second on a quiet machine, later on a busy one. */
const patient = { poll: { timeout: 20_000 } }

/** A project of tests that run in Node. */
function inNode(
  name: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  return {
    resolve,
    ssr,
    plugins: [react()],
    test: { name, testTimeout: 120_000, hookTimeout: 120_000, expect: patient, ...test },
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/kit/buildOnce.ts'],
    // Half of the tests wait: for a server, a process, or a time to be over.
    maxWorkers: 3,
    projects: [
      inNode('unit', { include: tests, exclude: [...elsewhere, ...together], setupFiles: ['test/kit/waitLonger.ts'] }),
      inNode('together', { include: together, isolate: false }),
      inNode('servers', { include: withServers, globalSetup: ['test/kit/startServers.ts'] }),
      inNode('contracts', { include: contracts }),
      {
        // The same tests of rendering on a server and of the modal, once more under the oldest React we support.
        resolve: { conditions: ['@hawser/source'], alias },
        ssr,
        plugins: [react()],
        test: {
          name: 'react18',
          setupFiles: ['test/kit/waitLonger.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: patient,
          include: ['test/ssr/*.test.{ts,tsx}', 'packages/react/src/**/*.test.tsx'],
          env: { HAWSER_REACT: '18' },
          server: { deps: { inline: [/@testing-library\/react/, /virtua/] } },
        },
      },
      inNode('interop', { include: ['test/interop/*.test.ts'], fileParallelism: false }),
      // At night they measure, each alone.
      inNode('faults', { include: ['test/faults/**/*.test.ts'], testTimeout: 120_000, fileParallelism: !isNight }),
    ],
  },
})
