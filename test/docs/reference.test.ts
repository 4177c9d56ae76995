import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatSettingsTable } from '@hawser/command'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startSettings } from '../../packages/hawser/src/start/startSettings.ts'
import { createPrometheusMetrics as createRegistryMetrics } from '../../packages/registry/src/server/prometheusMetrics.ts'
import { createPrometheusMetrics as createRelayMetrics } from '../../packages/relay/src/operator/prometheusMetrics.ts'
import { root } from './titles.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the reference: it names each package of the repository, and no other', () => {
  const named = [
    ...read('docs/site/reference/index.md').matchAll(
      /\.\.\/packages\/([\w-]+)\/README\.md\) \| [^|]* \| \[exports\]\(generated\/\1\//g,
    ),
  ]
  const packages = readdirSync(join(root, 'packages')).filter((name) =>
    existsSync(join(root, 'packages', name, 'README.md')),
  )
  expect(named.map(([, name]) => name).sort()).toEqual(packages.sort())
})

test('the README of hawser: it lists each setting of `hawser start`', () => {
  expect(read('packages/hawser/README.md')).toContain(`\n${formatSettingsTable(startSettings)}\n`)
})

/** Rows of name, kind and meaning, in the order of the exposition format. */
async function rowsOf(metrics: ReturnType<typeof createRelayMetrics> | ReturnType<typeof createRegistryMetrics>) {
  const lines = (await metrics.text()).split('\n')
  return lines.flatMap((line) => {
    const [, name, help] = /^# HELP (hawser_\w+) (.*)$/.exec(line) ?? []
    const kind = lines.find((other) => other.startsWith(`# TYPE ${name} `))?.split(' ')[3]
    return name === undefined ? [] : [`| \`${name}\` | ${kind} | ${help} |`]
  })
}

test('the page on metrics: it lists each metric of both servers, its kind and its meaning', async () => {
  const [relay, registry] = [createRelayMetrics(), createRegistryMetrics()]
  relay.observe(() => ({ connections: 0, pendingPushes: 0, bufferedLength: 0 }))
  registry.observe(() => ({ connections: 0, bundleVersion: 1, bundleListings: 0, bundleExpiresAt: 0 }))
  const rows = [...(await rowsOf(relay)), ...(await rowsOf(registry))]
  expect(rows.length).toBeGreaterThan(20)
  const listed = read('docs/site/run/monitoring.md').match(/^\| `hawser_\w+` \| (?:counter|gauge|histogram) \| .*$/gm)
  expect(listed).toEqual(rows)
})

test('the workflow of the site: it publishes the folder that the site is built into', () => {
  const { jobs } = parse(read('.github/workflows/docs.yml'))
  const steps: readonly { readonly uses?: string; readonly with?: { readonly path?: string } }[] = jobs.build.steps
  const published = steps.find(({ uses }) => uses?.startsWith('actions/upload-pages-artifact'))?.with?.path
  const outDir = /outDir: '\.\/([\w/.-]+)'/.exec(read('docs/site/.vitepress/config.ts'))?.[1]
  expect(published).toBe(`docs/site/${outDir}`)
})
