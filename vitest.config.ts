import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

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

export default defineConfig({
  test: {
    // On two cores Vitest would take one, though half of the tests wait: for a server, a process, or a time to be over.
    maxWorkers: 3,
    projects: [
      {
        resolve,
        ssr,
        plugins: [react()],
        test: {
          name: 'unit',
          setupFiles: ['test/kit/waitLonger.ts'],
          testTimeout: 60_000,
          hookTimeout: 30_000,
          include: [
            'packages/**/*.test.{ts,tsx}',
            'apps/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'test/{contracts,deploy,docs,e2e,exports,fuzz,host-frameworks,kit,registry,security,ssr}/**/*.test.{ts,tsx}',
            'test/browser/**/*.test.ts',
          ],
        },
      },
      {
        // The same tests of rendering on a server and of the modal, once more under the oldest React we support.
        resolve: { conditions: ['@hawser/source'], alias },
        ssr,
        plugins: [react()],
        test: {
          name: 'react18',
          setupFiles: ['test/kit/waitLonger.ts'],
          testTimeout: 60_000,
          hookTimeout: 30_000,
          include: ['test/ssr/*.test.{ts,tsx}', 'packages/react/src/**/*.test.tsx'],
          env: { HAWSER_REACT: '18' },
          server: { deps: { inline: [/@testing-library\/react/, /virtua/] } },
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'interop',
          include: ['test/interop/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
