import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { filesBelow, root } from './scripts/sourceGraph.ts'

// One React for all files: for test/react18, npm installs the older React where files under test/ would find it first.
const resolve = { conditions: ['@hawser/source'], dedupe: ['react', 'react-dom'] }
const ssr = { resolve: { conditions: ['@hawser/source'], externalConditions: ['@hawser/source'] } }

/** The React packages, as installed in test/react18. */
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
  // The package's other build imports React in a way that no alias reaches.
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
const startsProgram = /@hawser\/test-kit\/(?:start|sharedServers')|'\.\/startRedis\.ts'/
/** Tests that start or share a program other than Node. Their imports from the kit show which they are. */
const withServers = ['packages', 'test/deploy', 'test/kit']
  .flatMap((folder) => filesBelow(join(root, folder)))
  .filter((file) => file.endsWith('.test.ts') && startsProgram.test(readFileSync(file, 'utf8')))
  .map((file) => relative(root, file))

const files = ['packages', 'apps', 'scripts', 'test']
  .flatMap((folder) => filesBelow(join(root, folder)))
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => ({ name: relative(root, file), text: readFileSync(file, 'utf8') }))
const withPage = files.filter(({ text }) => text.includes('@vitest-environment happy-dom')).map(({ name }) => name)
/** Tests that load modules again, or that give the process a browser's globals. */
const alone = files
  .filter(({ text }) => /vi\.(?:resetModules|mock|doMock)|populateGlobal/.test(text))
  .map(({ name }) => name)

/** At night, tests with a time limit run alone, so that no other test takes processor time from them. */
const timed = files
  .filter(({ name, text }) => isNight && text.includes('nightLimit(') && !withServers.includes(name))
  .map(({ name }) => name)

const elsewhere = ['**/node_modules/**', ...contracts, ...withServers, ...timed]
/** Tests share a process, and each module is imported once. Each file checks that it leaves nothing behind. */
const shared = { isolate: false, setupFiles: ['test/kit/leaveNothing.ts', 'test/kit/oneSeed.ts'] }
// A poll ends within a second on a quiet machine, later on a busy one. At night most stages run on the processor time that
// others leave.
const patient = { poll: { timeout: isNight ? 100_000 : 20_000 } }
const timeout = isNight ? 1_800_000 : 120_000

/** By day the browser tests run in parallel, and a third process would load every module once more. */
const workers = { maxWorkers: isNight ? 3 : 2 }

/** Defines a project of tests that run in Node. */
function inNode(
  name: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  return {
    resolve,
    ssr,
    plugins: [react()],
    test: { name, testTimeout: timeout, hookTimeout: timeout, expect: patient, ...test },
  }
}

/** Runs the same tests of the modal, and of rendering on a server, under the oldest React we support. */
function onReact18(
  name: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  const { test: own = {}, ...project } = inNode(name, test)
  const inline = [/@testing-library\/react/, /virtua/]
  return {
    ...project,
    resolve: { conditions: resolve.conditions, alias },
    test: {
      ...own,
      setupFiles: [...[test.setupFiles ?? []].flat(), 'test/kit/waitLonger.ts'],
      env: { HAWSER_REACT: '18' },
      server: { deps: { inline } },
    },
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/kit/buildOnce.ts'],
    // The stages of one run share the modules that Vitest has transformed.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(root, '.cache/vitest') },
    // Half of the tests wait for a server, a process or a time limit.
    maxWorkers: 3,
    projects: [
      inNode('unit', { include: alone, exclude: elsewhere, ...workers, setupFiles: ['test/kit/waitLonger.ts'] }),
      inNode('together', { include: tests, exclude: [...elsewhere, ...withPage, ...alone], ...shared, ...workers }),
      inNode('page', {
        include: withPage.filter((name) => !alone.includes(name)),
        exclude: elsewhere,
        isolate: false,
        ...workers,
        setupFiles: [...shared.setupFiles, 'test/kit/waitLonger.ts'],
      }),
      inNode('timed', { include: timed, fileParallelism: false, ...shared }),
      inNode('servers', { include: withServers, globalSetup: ['test/kit/startServers.ts'], ...shared }),
      inNode('contracts', { include: contracts, ...shared }),
      // By day the components that a page renders first; at night every component.
      onReact18('react18', {
        include: isNight
          ? ['packages/react/src/**/*.test.tsx']
          : [
              'packages/react/src/{button,linkedWallets,provider,sessions}/*.test.tsx',
              'packages/react/src/modal/*.test.tsx',
            ],
        ...shared,
      }),
      onReact18('react18-ssr', { include: ['test/ssr/*.test.{ts,tsx}'] }),
      inNode('interop', { include: ['test/interop/*.test.ts'], fileParallelism: false, ...shared }),
      // At night the fault tests measure, each alone.
      inNode('faults', {
        include: ['test/faults/**/*.test.ts'],
        testTimeout: 120_000,
        fileParallelism: !isNight,
        ...(!isNight && shared),
      }),
    ],
  },
})
