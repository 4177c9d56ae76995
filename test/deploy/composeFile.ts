import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../docs/titles.ts'
import { type Environment, readDeploy } from './deployFiles.ts'
import { environmentOf, type Stage, stagesOf, wordsOf } from './dockerfile.ts'

/** The fields of a compose.yaml service that the tests read. */
export type ComposeService = {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile?: string }
  readonly environment?: Environment
  readonly command?: readonly string[]
  readonly user?: string
  readonly read_only: boolean
  readonly cap_drop: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt: readonly string[]
  readonly group_add: readonly string[]
  readonly restart: string
  readonly logging: { readonly options: Environment }
  readonly ports?: readonly string[]
  readonly networks: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly secrets?: readonly string[]
  readonly profiles?: readonly string[]
  readonly stop_grace_period?: string
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

export type Compose = {
  readonly name: string
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly volumes: Readonly<Record<string, null>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

/** Returns compose.yaml with its anchors resolved. A duplicate key is an error. */
export const readCompose = (): Compose => parse(readDeploy('compose.yaml'), { merge: true })

export function serviceOf({ services }: Compose, name: string): ComposeService {
  const service = services[name]
  if (service === undefined) throw new Error(`compose.yaml has no service ${name}.`)
  return service
}

export const readEnvFile = (text: string): Environment =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

/** Substitutes the values of a service's variables as Compose does. */
export function resolve(environment: Environment, values: Environment): Environment {
  const put = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => values[name] ?? `missing ${name}`)
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, put(value)]))
}

/** Returns the path from the root to the Dockerfile of a service, or undefined for a third-party image. */
export function dockerfileOf({ build }: ComposeService): string | undefined {
  if (build === undefined) return undefined
  const context = join('packages/hawser/deploy', build.context)
  return join(context, build.dockerfile ?? 'Dockerfile')
}

/** Returns the final image of one of our services: the last stage of its Dockerfile. */
export function imageOf(service: ComposeService): Stage | undefined {
  const file = dockerfileOf(service)
  return file === undefined ? undefined : stagesOf(readFileSync(join(root, file), 'utf8')).at(-1)
}

/** Returns the whole environment of a service's process: the variables of its image and of compose.yaml. */
export function fullEnvironment(service: ComposeService, values: Environment): Environment {
  const image = imageOf(service)
  return { ...(image && environmentOf(image)), ...resolve(service.environment ?? {}, values) }
}

/** Returns a service's own health check, or the health check of its image. */
export function healthcheckOf(service: ComposeService): readonly string[] {
  const own = service.healthcheck?.test
  const image = imageOf(service)
  return own ?? (image === undefined ? [] : ['CMD', ...wordsOf(image, 'HEALTHCHECK')])
}
