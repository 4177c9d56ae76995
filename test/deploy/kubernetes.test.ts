import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { defaultRegistryLimits } from '../../packages/registry/src/server/limits.ts'
import { defaultRelayLimits } from '../../packages/relay/src/limits/limits.ts'
import { compiler } from '../../scripts/run.ts'
import { codeBlocksOf } from '../docs/codeBlocks.ts'
import { root } from '../docs/titles.ts'
import { deploy, type Environment, explainEnvironment, portsOf, readDeploy } from './deployFiles.ts'
import { environmentOf, stagesOf } from './dockerfile.ts'

const folder = join(deploy, 'kubernetes')
const files = readdirSync(folder).filter((file) => file !== 'kustomization.yaml')
type Resource = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly spec: Spec
}
type Probe = {
  readonly httpGet: { readonly path: string; readonly port: string }
  readonly periodSeconds: number
  readonly failureThreshold: number
}
type Container = {
  readonly image: string
  readonly env: readonly {
    readonly name: string
    readonly value?: string
    readonly valueFrom?: { readonly configMapKeyRef: { readonly name: string; readonly key: string } }
  }[]
  readonly ports: readonly object[]
  readonly securityContext: object
  readonly resources: { readonly limits: { readonly memory: string } }
  readonly startupProbe: Probe
  readonly readinessProbe: Probe
  readonly livenessProbe: Probe
  readonly volumeMounts: readonly object[]
}
type Pod = {
  readonly containers: readonly [Container]
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: { readonly fsGroup: number }
  readonly volumes: readonly [
    { readonly name: string; readonly secret: { readonly secretName: string; readonly defaultMode: number } },
  ]
}
type Names = Readonly<Record<string, string>>
/** The manifest fields that the tests read. The compiler checks below which kind has which field. */
type Spec = {
  readonly replicas: number
  readonly strategy: { readonly rollingUpdate: object }
  readonly template: { readonly metadata: { readonly labels: Names; readonly annotations: Names }; readonly spec: Pod }
  readonly ports: readonly object[]
  readonly selector?: { readonly matchLabels?: Names }
  readonly podSelector?: { readonly matchLabels?: Names }
  readonly maxUnavailable: number
  readonly rules: readonly [{ readonly backendRefs: readonly object[] }]
  readonly hostnames: readonly [string]
  readonly ingress: readonly [{ readonly ports: readonly object[] }, { readonly ports: readonly object[] }]
}
const resources: readonly Resource[] = files.flatMap((file) =>
  parseAllDocuments(readDeploy(`kubernetes/${file}`)).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS()
  }),
)

function find(kind: string, name: string): Resource {
  const found = resources.find((each) => each.kind === kind && each.metadata.name === name)
  if (found === undefined) throw new Error(`There is no ${kind} ${name}.`)
  return found
}

const pageFile = 'docs/site/run/kubernetes.md'
const page = () => readFileSync(join(root, pageFile), 'utf8')
const servers = ['relay', 'registry'] as const
const podOf = (name: string) => find('Deployment', name).spec.template.spec
const containerOf = (name: string) => podOf(name).containers[0]
const mount = '/run/secrets/hawser'

test('the Kubernetes example lists every file, in one namespace, with this repository’s version', () => {
  const { resources: listed, namespace, images } = parse(readDeploy('kubernetes/kustomization.yaml'))
  expect([...listed].sort()).toEqual([...files].sort())
  for (const { kind, metadata } of resources)
    expect(kind === 'Namespace' ? metadata.name : metadata.namespace).toBe(namespace)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(images).toEqual(servers.map((name) => ({ name: `hawser-${name}`, newTag: version })))
  for (const name of servers) expect(containerOf(name).image).toBe(`hawser-${name}:${version}`)
})

test('the Kubernetes example has only known fields, each of its type', () => {
  const types: Readonly<Record<string, string>> = {
    Namespace: 'core/v1',
    Service: 'core/v1',
    Deployment: 'apps/v1',
    PodDisruptionBudget: 'policy/v1',
    NetworkPolicy: 'networking/v1',
  }
  const place = join(root, '.cache/kubernetes')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  const known = resources.filter(({ kind }) => kind !== 'HTTPRoute')
  const lines = known.map(({ kind, apiVersion, ...rest }, index) => {
    expect([kind, types[kind]]).toEqual([kind, apiVersion === 'v1' ? 'core/v1' : types[kind]])
    const value = JSON.stringify({ apiVersion, kind, ...rest })
    return `export const r${index}: import('kubernetes-types/${types[kind]}').${kind} = ${value}`
  })
  const deployment = lines.find((line) => line.includes('enableServiceLinks')) ?? ''
  const mistyped = deployment.replace(/const r\d+/, 'const wrong').replace('enableServiceLinks', 'enableServiceLink')
  const wrong = `// @ts-expect-error a field that no Pod has\n${mistyped}`
  writeFileSync(join(place, 'manifests.ts'), `${lines.join('\n')}\n${wrong}\n`)
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: 'preserve',
    lib: ['es2022'],
    types: [],
  }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }))
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules', compiler), '-p', place], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
})

test.each(servers)('the Kubernetes example, %s: no root, no rights, nothing to write to', (name) => {
  const pod = podOf(name)
  expect(pod).toMatchObject({
    enableServiceLinks: false,
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
  })
  expect(containerOf(name).securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(containerOf(name).resources.limits.memory).toMatch(/^\d+[GM]i$/)
  const user = stagesOf(readFileSync(join(root, `packages/${name}/deploy/Dockerfile`), 'utf8'))
    .at(-1)
    ?.instructions.find((each) => each.name === 'USER')
  expect(user?.text).toBe('65532:65532')
})

/** Returns the variables of a container, including those of its image. A variable from a config map gets a sample value. */
function environmentIn(name: (typeof servers)[number]): Environment {
  const image = stagesOf(readFileSync(join(root, `packages/${name}/deploy/Dockerfile`), 'utf8')).at(-1)
  const pairs = containerOf(name).env.map((each) => [each.name, each.value ?? 'ab'.repeat(32)])
  return { ...(image && environmentOf(image)), ...Object.fromEntries(pairs) }
}

test.each(servers)('the Kubernetes example, %s: has the settings, ports and probes of the server', (name) => {
  const environment = environmentIn(name)
  expect(explainEnvironment(name, environment)).toEqual([])
  const container = containerOf(name)
  const metricsPort = Number(environment[`HAWSER_${name.toUpperCase()}_METRICS_PORT`])
  expect(container.ports).toEqual([
    { name, containerPort: portsOf[name] },
    { name: 'metrics', containerPort: metricsPort },
  ])
  expect(find('Service', name).spec.ports).toMatchObject([{ port: portsOf[name], targetPort: name }])
  expect(find('Service', `${name}-metrics`).spec.ports).toMatchObject([{ port: metricsPort, targetPort: 'metrics' }])
  const { metadata } = find('Deployment', name).spec.template
  expect(metadata.annotations['prometheus.io/port']).toBe(String(metricsPort))
  expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: name })
  for (const probe of ['livenessProbe', 'startupProbe'] as const)
    expect(container[probe].httpGet).toEqual({ path: '/healthz', port: name })
  // The runbooks say to restart a server when this check fails for 30 s.
  expect(container.livenessProbe.periodSeconds * container.livenessProbe.failureThreshold).toBe(30)
  for (const kind of ['Service', 'PodDisruptionBudget', 'NetworkPolicy', 'Deployment']) {
    const { selector = {}, podSelector = {} } = find(kind, name).spec
    expect(selector.matchLabels ?? podSelector.matchLabels ?? selector).toEqual({ 'app.kubernetes.io/name': name })
  }
  expect(metadata.labels['app.kubernetes.io/name']).toBe(name)
  const route = find('HTTPRoute', name).spec
  expect(route.rules[0].backendRefs).toEqual([{ name, port: portsOf[name] }])
  expect(Object.values(environment).join(' ')).toContain(`//${route.hostnames[0]}`)
  const [gateway, prometheus] = find('NetworkPolicy', name).spec.ingress
  expect([gateway.ports, prometheus.ports]).toEqual([[{ port: name }], [{ port: 'metrics' }]])
})

test('the Kubernetes example: a rolling update waits for a stop longer than probes take', () => {
  const relay = environmentIn('relay')
  const [grace, spread] = [Number(relay.HAWSER_RELAY_DRAIN_GRACE), Number(relay.HAWSER_RELAY_DRAIN_SPREAD)]
  const registryGrace = Number(environmentIn('registry').HAWSER_REGISTRY_DRAIN_GRACE)
  const needed = {
    // runRelay.ts waits five more seconds for remaining work.
    relay: grace + spread + defaultRelayLimits.stopMs / 1_000 + 5,
    registry: registryGrace + defaultRegistryLimits.stopMs / 1_000,
  }
  for (const name of servers) {
    expect(find('Deployment', name).spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
    expect(find('Deployment', name).spec.replicas).toBeGreaterThan(1)
    expect(find('PodDisruptionBudget', name).spec.maxUnavailable).toBe(1)
    expect(podOf(name).terminationGracePeriodSeconds).toBeGreaterThan(needed[name])
    expect(containerOf(name)).not.toHaveProperty('lifecycle')
    const { periodSeconds, failureThreshold } = containerOf(name).readinessProbe
    expect(Math.min(grace, registryGrace)).toBeGreaterThanOrEqual(2 * periodSeconds * failureThreshold)
  }
})

test('the Kubernetes example: secrets and config maps are those that the page creates', () => {
  const made = (kind: string, name: string) =>
    new RegExp(`^kubectl create ${kind} ${name} --namespace hawser (.*)$`, 'm').exec(page())?.[1] ?? ''
  const keysOf = (flags: string) => [...flags.matchAll(/--from-(?:file|literal)=([\w-]+)/g)].map(([, key]) => key)
  const [volume] = podOf('relay').volumes
  // The relay refuses a world-readable key.
  expect(volume.secret.defaultMode).toBe(0o440)
  expect(podOf('relay').securityContext.fsGroup).toBe(65_532)
  const named = Object.values(environmentIn('relay')).filter((value) => value.startsWith(`${mount}/`))
  expect(named.map((path) => path.slice(mount.length + 1)).sort()).toEqual(
    keysOf(made('secret generic', volume.secret.secretName)).sort(),
  )
  expect(containerOf('relay').volumeMounts).toEqual([{ name: volume.name, mountPath: mount, readOnly: true }])
  const { configMapKeyRef } =
    containerOf('registry').env.find((each) => each.name === 'HAWSER_REGISTRY_PUBLIC_KEY')?.valueFrom ?? {}
  expect(keysOf(made('configmap', configMapKeyRef?.name ?? ''))).toEqual([configMapKeyRef?.key])
})

test('the Kubernetes example: builds the registry’s own image on ours, and serves its bundle', () => {
  const block = codeBlocksOf(pageFile, page()).find(({ language }) => language === 'dockerfile')
  const [stage] = stagesOf(block?.text ?? '')
  expect(stage?.image).toBe(containerOf('registry').image)
  const environment = stage && environmentOf(stage)
  expect(environment).toEqual({ HAWSER_REGISTRY_BUNDLE: '/srv/bundle' })
  expect(stage?.instructions[0]).toMatchObject({ name: 'COPY', text: 'bundle /srv/bundle' })
})

test('the Kubernetes example: the manifests do what the page says of them', () => {
  const table = page().split('## What the manifests settle')[1] ?? ''
  const manifests = files.map((file) => readDeploy(`kubernetes/${file}`)).join('\n')
  const settled = [...table.matchAll(/^\| `([^`|]+)`/gm)].map(([, text = '']) => text)
  expect(settled.length).toBeGreaterThan(4)
  for (const text of settled) {
    const [name = '', value] = text.split(/: /)
    const asVariable = `{ name: ${name}, value: ${value} }`
    expect([text, manifests.includes(text) || manifests.includes(asVariable)]).toEqual([text, true])
  }
})
