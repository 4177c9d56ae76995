import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programFile } from '@hawser/test-kit/program'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { createPrometheusMetrics as createRegistryMetrics } from '../../packages/registry/src/server/prometheusMetrics.ts'
import { createPrometheusMetrics as createRelayMetrics } from '../../packages/relay/src/operator/prometheusMetrics.ts'
import { root } from '../docs/titles.ts'
import { deploy, programIfThere, readDeploy } from './deployFiles.ts'
import { metricsIn } from './promql.ts'

type Rule = {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string }
}
type Panel = {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly datasource?: { readonly uid: string }
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const rules: readonly Rule[] = parse(readDeploy('monitoring/alerts.yaml')).groups.flatMap(
  (group: { readonly rules: readonly Rule[] }) => group.rules,
)
const dashboard: { readonly panels: readonly Panel[]; readonly templating: { readonly list: readonly object[] } } =
  JSON.parse(readDeploy('monitoring/dashboard.json'))
const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const page = () => readFileSync(join(root, 'docs/site/run/monitoring.md'), 'utf8')

/** Returns the metrics of a running server. */
async function metricsOf(program: string, args: readonly string[]): Promise<string> {
  const words = [programFile(program), ...args, '--port', '0', '--metrics-port', '0']
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'], cwd: temporaryFolder() })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const found = /^metrics: (http:\S+)/m.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error(`${program} ended: ${said}`)))
  })
  return (await fetch(url)).text()
}

const namesIn = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name))
const plain = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '')

/** Returns the labels of each metric after its first count. */
async function labelsOf(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const relay = createRelayMetrics()
  relay.disconnected(1006)
  relay.refused('clock', 'ipv4')
  relay.answered('irn_publish', 'ok')
  relay.overShare('store', 'ipv4')
  const registry = createRegistryMetrics()
  registry.answered('/v1/wallets', 200, 0.001)
  registry.refused('pace')
  const text = `${await relay.text()}\n${await registry.text()}`
  const labels = new Map<string, Set<string>>()
  for (const [, name = '', inside = ''] of text.matchAll(/^(\w+)\{([^}]*)\}/gm)) {
    const known = labels.get(plain(name)) ?? new Set()
    for (const [, label = ''] of inside.matchAll(/(\w+)="/g)) known.add(label)
    labels.set(plain(name), known)
  }
  return labels
}

const ofPrometheus = ['job', 'instance']

test('finds the names in an expression, and no other words', () => {
  expect(metricsIn('sum by (share) (increase(a_total{share=~"x|b_total", c!="d"}[5m] offset 1h)) > 100e6')).toEqual({
    metrics: [{ name: 'a_total', labels: ['share', 'c'] }],
    groups: ['share'],
  })
  const { metrics } = metricsIn('a / b unless c offset 5m and time() - d{e="f"} > 0.5 * scalar(g[$__rate_interval])')
  expect(metrics.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'g'])
})

test('alerts and dashboard name only metrics and labels that the running servers have', async () => {
  const [relay, registry] = await Promise.all([
    metricsOf('packages/relay/src/main.ts', []),
    metricsOf('packages/registry/src/main.ts', ['serve']),
  ])
  const exported = new Set([...namesIn(relay), ...namesIn(registry)])
  const labels = await labelsOf()
  const unknown = [...rules.map(({ expr }) => expr), ...shown].flatMap((expression) => {
    const { metrics, groups } = metricsIn(expression)
    expect(metrics.length).toBeGreaterThan(0)
    const of = metrics.flatMap(({ name }) => [...(labels.get(plain(name)) ?? [])])
    return [
      ...metrics.flatMap(({ name, labels: asked }) => [
        ...(name === 'up' || exported.has(plain(name)) ? [] : [name]),
        ...asked.filter((label) => !ofPrometheus.includes(label) && !labels.get(plain(name))?.has(label)),
      ]),
      ...groups.filter((label) => ![...ofPrometheus, 'le'].includes(label) && !of.includes(label)),
    ]
  })
  expect(unknown).toEqual([])
  // Conversely, a dashboard or alert shows every metric.
  const ours = [...exported].filter((name) => name.startsWith('hawser_'))
  const seen = new Set(shown.flatMap((each) => metricsIn(each).metrics.map(({ name }) => plain(name))))
  expect(ours.filter((name) => !seen.has(name))).toEqual([])
  expect(ours.length).toBeGreaterThan(20)
  // The series exists at its first scrape: `increase` does not see a series that begins at 1.
  expect(registry).toContain('hawser_registry_reloads_total{outcome="refused"} 0')
})

test('the page of alerts names each rule once, and only metrics of the rule or the dashboard', () => {
  const rows = [...page().matchAll(/^\| `(Hawser\w+)` \|(.*)$/gm)].map(([, alert = '', row = '']) => ({ alert, row }))
  expect(rows.map(({ alert }) => alert)).toEqual(rules.map(({ alert }) => alert))
  const known = [...rules.map(({ expr }) => expr), ...shown].join('\n')
  for (const [, name = ''] of page().matchAll(/\b((?:hawser_relay|hawser_registry|nodejs|process)_\w+)/g))
    expect(known).toContain(name)
})

test('each rule has a severity and a sentence; names are unique', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, labels, annotations } of rules) {
    expect([alert, ['page', 'ticket'].includes(labels.severity)]).toEqual([alert, true])
    expect(annotations.summary).toMatch(/\.$/)
  }
})

test('the dashboard: panels have a title, a sentence and a place, and read the chosen Prometheus', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const taken = new Set<string>()
  for (const { type, title, description, datasource, gridPos, targets } of panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect([title, x < 24 && !taken.has(`${x} ${y}`)]).toEqual([title, true])
        taken.add(`${x} ${y}`)
      }
    if (type === 'row') continue
    expect(description).toMatch(/\.$/)
    expect(datasource).toMatchObject({ uid: `\${datasource}` })
    for (const { expr } of targets ?? []) expect(expr).toContain('instance=~"$instance"')
  }
  expect(dashboard.templating.list).toMatchObject([{ name: 'datasource' }, { name: 'instance' }])
})

test('promtool accepts rules, configuration and expressions, and the rules pass their tests', () => {
  const promtool = programIfThere('promtool', 'promtool check rules, check config and test rules')
  if (promtool === undefined) return
  const folder = join(deploy, 'monitoring')
  const run = (...args: string[]) => execFileSync(promtool, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  expect(run('check', 'rules', 'alerts.yaml')).toContain(`SUCCESS: ${rules.length} rules found`)
  run('check', 'config', 'prometheus.yaml')
  run('test', 'rules', 'alerts.test.yaml')
  const expressions = shown.map((expr) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.+'))
  const file = join(temporaryFolder(), 'dashboard.yaml')
  const recorded = expressions.map((expr, index) => ({ record: `panel_${index}`, expr }))
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }))
  expect(run('check', 'rules', file)).toContain(`SUCCESS: ${expressions.length} rules found`)
})
