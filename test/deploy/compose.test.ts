import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRegistry, createUnsignedBundle, listenRegistry, loadListings } from '@hawser/registry'
import { createRelay } from '@hawser/relay'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { defaultRegistryLimits } from '../../packages/registry/src/server/limits.ts'
import { defaultRelayLimits } from '../../packages/relay/src/limits/limits.ts'
import { root } from '../docs/titles.ts'
import {
  dockerfileOf,
  fullEnvironment,
  healthcheckOf,
  imageOf,
  readCompose,
  readEnvFile,
  resolve,
  serviceOf,
} from './composeFile.ts'
import { deploy, dockerfiles, explainEnvironment, portsOf, readDeploy, unknownVariables } from './deployFiles.ts'

// These tests run without Docker: they read compose.yaml, and composeRuns.test.ts runs the commands of its services.
const compose = readCompose()
const services = Object.entries(compose.services)
const example = { ...readEnvFile(readDeploy('.env.example')), REGISTRY_KEY: 'ab'.repeat(32) }
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The keys of the Compose specification that this file uses. Any other key is a typing error or needs a review. */
const knownKeys =
  `build cap_add cap_drop command depends_on environment group_add healthcheck image logging networks ports
  profiles read_only restart secrets security_opt shm_size stop_grace_period tmpfs ulimits user volumes`.split(/\s+/)

test('compose.yaml: Compose knows every key', () => {
  expect(Object.keys(compose)).toEqual(['name', 'x-hardened', 'services', 'networks', 'volumes', 'secrets'])
  expect(services.flatMap(([, service]) => Object.keys(service).filter((key) => !knownKeys.includes(key)))).toEqual([])
  expect(services.map(([name]) => name)).toEqual(
    expect.arrayContaining(['caddy', 'app', 'relay', 'registry', 'redis', 'postgres']),
  )
})

test.each(services)(
  'compose.yaml, %s: no root file system, no rights, bounded logs, a fixed version',
  (name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' })
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.cap_add ?? []).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : [])
    expect(service.logging.options).toHaveProperty('max-size')
    const [, tag = ''] = /:([^:/]+)$/.exec(service.image) ?? []
    expect(tag).toMatch(service.build === undefined ? /^v?\d+[.-]/ : new RegExp(`^${version}$`))
    const file = dockerfileOf(service)
    if (file !== undefined) expect(dockerfiles).toContain(file)
    for (const [, { condition }] of Object.entries(service.depends_on ?? {})) expect(condition).toBe('service_healthy')
  },
)

test.each(services)(
  'compose.yaml, %s: has a health check, and only existing files, networks and secrets',
  (_, service) => {
    expect(healthcheckOf(service).length).toBeGreaterThan(1)
    for (const name of Object.keys(service.depends_on ?? {})) expect(compose.services).toHaveProperty([name])
    for (const name of service.networks) expect(compose.networks).toHaveProperty([name])
    for (const name of service.secrets ?? []) expect(compose.secrets).toHaveProperty([name])
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':')
      if (from.startsWith('./') && from !== './bundle')
        expect([from, existsSync(join(deploy, from))]).toEqual([from, true])
      if (!from.startsWith('./')) expect(compose.volumes).toHaveProperty([from])
    }
    // Every file that a service reads is one of its own secrets, and no variable contains a secret.
    const environment = Object.entries(service.environment ?? {})
    const told = [...environment.map(([, value]) => value), ...(service.command ?? []), ...healthcheckOf(service)].join(
      ' ',
    )
    const named = [...told.matchAll(/\/run\/secrets\/([\w.-]+)/g)].map(([, secret]) => secret)
    expect(service.secrets ?? []).toEqual(expect.arrayContaining(named))
    for (const [name, value] of environment)
      if (/PASSWORD|HASH_KEY|REDIS_URL/.test(name))
        expect([name, value.startsWith('/run/secrets/')]).toEqual([name, true])
    expect(told).not.toMatch(/:\/\/[^/@\s]*:[^/@\s]+@/)
  },
)

test('compose.yaml: uses everything it declares', () => {
  const used = (key: 'networks' | 'secrets') => services.flatMap(([, service]) => service[key] ?? [])
  expect(new Set(used('networks'))).toEqual(new Set(Object.keys(compose.networks)))
  expect(new Set(used('secrets'))).toEqual(new Set(Object.keys(compose.secrets)))
  const volumes = services.flatMap(([, { volumes: each = [] }]) => each.map((volume) => volume.split(':')[0]))
  expect(volumes).toEqual(expect.arrayContaining(Object.keys(compose.volumes)))
  for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`./secrets/${name}`)
})

test('compose.yaml: .env.example has exactly the variables that it needs', () => {
  const asked = [...readDeploy('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name)
  expect([...new Set(asked)].sort()).toEqual(Object.keys(readEnvFile(readDeploy('.env.example'))).sort())
  const ofCaddy = [...readDeploy('Caddyfile').matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name)
  expect(new Set(ofCaddy)).toEqual(new Set(Object.keys(serviceOf(compose, 'caddy').environment ?? {})))
})

test.each(['relay', 'registry'] as const)('compose.yaml: the %s would start with its variables', (name) => {
  expect(explainEnvironment(name, fullEnvironment(serviceOf(compose, name), example))).toEqual([])
})

test('the check of variables finds an unknown name and an invalid value', () => {
  expect(explainEnvironment('relay', { HAWSER_RELAY_AUDIENCE: 'wss://relay.example' }).join()).toContain('AUDIENCE')
  expect(explainEnvironment('relay', { HAWSER_RELAY_HOST: '0.0.0.0' }).join()).toContain('--trusted-proxies 1')
  expect(explainEnvironment('registry', { HAWSER_REGISTRY_PUBLIC_KEY: 'ab' }).join()).toContain('PUBLIC_KEY')
  expect(unknownVariables(['HAWSER_RELAY_REDIS', 'HAWSER_RELAY_PORT', 'PATH'])).toEqual(['HAWSER_RELAY_REDIS'])
})

test('compose.yaml: the proxy reaches each server on the port that its image opens', () => {
  const targets = [...readDeploy('Caddyfile').matchAll(/(?:reverse_proxy|dynamic a) (\w+)[: ](\d+)/g)]
  expect(targets.map(([, name]) => name).sort()).toEqual(['app', 'registry', 'relay'])
  for (const [, name = '', port] of targets) {
    const service = serviceOf(compose, name)
    expect(imageOf(service)?.instructions.find((each) => each.name === 'EXPOSE')?.text).toBe(port)
    if (name === 'relay' || name === 'registry') expect(Number(port)).toBe(portsOf[name])
    expect(service.networks).toContain('front')
    expect(serviceOf(compose, 'caddy').depends_on).toHaveProperty([name])
  }
  // Only Caddy is open to the internet, and not even Caddy can reach the stores.
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`))
  expect(published).toEqual(['caddy 80:80', 'caddy 443:443', 'caddy 443:443/udp', 'prometheus 127.0.0.1:9090:9090'])
  for (const store of ['redis', 'postgres'])
    for (const network of serviceOf(compose, store).networks)
      expect(compose.networks[network]).toEqual({ internal: true })
})

test('compose.yaml: each server shares a network with its store, under the given name and port', () => {
  const app = serviceOf(compose, 'app')
  const database = new URL(resolve(app.environment ?? {}, example).DATABASE_URL ?? '')
  expect([database.hostname, database.port, database.username, database.password]).toEqual([
    ...['postgres', '5432', 'hawser_link', ''],
  ])
  expect(database.pathname).toBe(`/${serviceOf(compose, 'postgres').environment?.POSTGRES_DB}`)
  const shares = (one: string, other: string) =>
    serviceOf(compose, one).networks.some((network) => serviceOf(compose, other).networks.includes(network))
  expect(shares('app', 'postgres') && shares('relay', 'redis')).toBe(true)
  expect(shares('app', 'redis') || shares('caddy', 'postgres')).toBe(false)
})

test('compose.yaml: each server has time to stop, and Redis keeps acknowledged messages', () => {
  const secondsOf = (name: string) => Number.parseInt(serviceOf(compose, name).stop_grace_period ?? '', 10)
  // Three seconds of grace and five of spread are the defaults of a relay on Redis.
  expect(secondsOf('relay')).toBeGreaterThan(3 + 5 + defaultRelayLimits.stopMs / 1_000)
  expect(secondsOf('registry')).toBeGreaterThan(defaultRegistryLimits.stopMs / 1_000)
  const command = serviceOf(compose, 'redis').command?.join(' ')
  expect(command).toContain('--appendonly yes')
  expect(command).toContain('--maxmemory-policy noeviction')
  expect(command).toMatch(/--maxmemory \d+mb/)
})

test('compose.yaml: Prometheus reads the servers’ metric ports, by the mounted files', () => {
  const config: { scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[] } = parse(
    readDeploy('monitoring/prometheus.yaml'),
  )
  for (const { job_name: job, dns_sd_configs: found } of config.scrape_configs) {
    const [{ names: [name = ''] = [], port } = { port: 0 }] = found
    const prefix = name === 'relay' ? 'HAWSER_RELAY_' : 'HAWSER_REGISTRY_'
    expect(job).toBe(`hawser-${name}`)
    expect(serviceOf(compose, name).environment).toMatchObject({ [`${prefix}METRICS_PORT`]: String(port) })
    expect(serviceOf(compose, name).environment).toMatchObject({ [`${prefix}METRICS_HOST`]: '0.0.0.0' })
  }
  expect(config.scrape_configs).toHaveLength(2)
})

test('compose.yaml: the servers answer the paths of the health checks', async () => {
  const relay = createRelay()
  onTestFinished(() => relay.stop())
  const registry = await listenRegistry(createRegistry({ bundle: createUnsignedBundle(loadListings()) }), {
    ...{ port: 0, host: '127.0.0.1', trustedProxies: 0 },
  })
  onTestFinished(() => registry.stop())
  const ports = { relay: (await relay.listen({ port: 0, host: '127.0.0.1' })).port, registry: registry.port }
  for (const name of ['relay', 'registry'] as const) {
    const path = /(\/\w+)'\)\.then/.exec(healthcheckOf(serviceOf(compose, name)).join(' '))?.[1]
    expect(path).toBe('/healthz')
    expect((await fetch(`http://127.0.0.1:${ports[name]}${path}`)).status).toBe(200)
  }
})
