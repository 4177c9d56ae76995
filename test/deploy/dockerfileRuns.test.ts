import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { freePort } from '@hawser/test-kit/freePort'
import { isNight } from '@hawser/test-kit/night'
import { programFile } from '@hawser/test-kit/program'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, onTestFinished, test } from 'vitest'
import { useTarballs } from '../browser/examples/runExample.ts'
import { root } from '../docs/titles.ts'
import { deploy, linesOf } from './deployFiles.ts'
import { environmentOf, type Instruction, type Stage, stagesOf, wordsOf } from './dockerfile.ts'

// By night the tests run the steps of the Dockerfiles without Docker. Each path of a container becomes a folder of the test.
const containerPath = /(?<![\w.@/-])\/(build|redis|data|bundle|app)\b/g

/** Reports whether `.dockerignore` excludes a path by its name, with a line that applies to every folder. */
function isLeftOut(ignores: readonly string[], path: string): boolean {
  const name = basename(path)
  return ignores.some((line) => line.startsWith('**/') && new RegExp(`^${pattern(line.slice(3))}$`).test(name))
}
const pattern = (glob: string) => glob.replaceAll('.', '\\.').replaceAll('*', '.*')

/** Replaces the container paths in a text with paths in a folder of this machine. */
const within = (folder: string, text: string) => text.replaceAll(containerPath, (_, name: string) => join(folder, name))

/** Runs the instructions of a Dockerfile. Returns the last stage and its folder. */
function buildImage(file: string): { readonly place: string; readonly last: Stage } {
  const whole = temporaryFolder()
  const place = join(whole, 'image')
  const building = join(whole, 'building')
  mkdirSync(building)
  const inPlace = (text: string) => within(building, text)
  const ignores = linesOf(readFileSync(join(root, `${file}.dockerignore`), 'utf8'))
  const copyIn = (folder: string, { text }: Instruction) => {
    const words = text.split(/\s+/)
    const to = resolve(folder, inPlace(words.at(-1) ?? ''))
    for (const from of words.slice(0, -1)) {
      const target = words.at(-1)?.endsWith('/') ? join(to, basename(from)) : to
      cpSync(join(root, from), target, { recursive: true, filter: (path) => !isLeftOut(ignores, path) })
    }
  }
  const [build, last] = stagesOf(readFileSync(join(root, file), 'utf8'))
  let folder = building
  for (const instruction of build?.instructions ?? []) {
    const { name, text } = instruction
    if (name === 'WORKDIR') {
      folder = inPlace(text)
      mkdirSync(folder, { recursive: true })
    }
    if (name === 'COPY') copyIn(folder, instruction)
    if (name === 'RUN') {
      // An unmapped path would be a path of this machine.
      const outside = inPlace(text)
        .match(/(?<![^\s'"=(])\/[^\s'"&|;)]*/g)
        ?.filter((path) => !path.startsWith(building))
      expect(outside ?? []).toEqual([])
      execFileSync('sh', ['-ec', inPlace(text)], {
        ...{ cwd: folder, stdio: 'pipe', maxBuffer: 2 ** 26 },
        env: { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false' },
      })
    }
  }
  for (const { name, text } of last?.instructions ?? []) {
    const [from = '', to = ''] = text.split(/\s+/)
    if (name === 'COPY') cpSync(inPlace(from), within(place, to), { recursive: true, verbatimSymlinks: true })
  }
  // The final image does not contain the files of the build stage.
  rmSync(building, { recursive: true })
  if (last === undefined) throw new Error(`${file} has one stage.`)
  return { place, last }
}

/** Starts the program of the image. Once the server reports that it listens, resolves to the exit code of its health check. */
async function runImage(place: string, last: Stage, environment: NodeJS.ProcessEnv): Promise<number | null> {
  const here = (word: string) => within(place, word).replace('/nodejs/bin/node', process.execPath)
  const ofImage = Object.entries(environmentOf(last)).map(([name, value]) => [name, here(value)])
  const env = { ...Object.fromEntries(ofImage), ...environment }
  const [program = '', ...args] = wordsOf(last, 'ENTRYPOINT').map(here)
  const child = spawn(program, args, { env, cwd: join(place, 'app'), stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  const [node = '', ...check] = wordsOf(last, 'HEALTHCHECK').map(here)
  const asked = spawn(node, check, { env, stdio: 'inherit' })
  const [code] = await once(asked, 'close')
  return code
}

if (isNight) {
  test('the relay’s image: its steps build it, and it answers its health check', { timeout: 900_000 }, async () => {
    const { place, last } = buildImage('packages/relay/deploy/Dockerfile')
    const installed = join(place, 'app/node_modules')
    expect(existsSync(join(installed, '@redis/client'))).toBe(true)
    expect(existsSync(join(installed, 'typescript7'))).toBe(false)
    expect(existsSync(join(place, 'app/packages/relay/src'))).toBe(false)
    const port = `${await freePort()}`
    expect(await runImage(place, last, { HAWSER_RELAY_PORT: port, HAWSER_RELAY_HOST: '127.0.0.1' })).toBe(0)
    expect(existsSync(join(place, 'data/relay.sqlite'))).toBe(true)
  })

  test('the registry’s image: its steps build it, and it serves a signed bundle', { timeout: 900_000 }, async () => {
    const { place, last } = buildImage('packages/registry/deploy/Dockerfile')
    const program = programFile('packages/registry/src/main.ts')
    const key = join(place, 'registry.key')
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [program, ...args], { encoding: 'utf8', cwd: place })
    const publicKey = /[0-9a-f]{64}/.exec(run('keygen', '--out', key))?.[0] ?? ''
    rmSync(join(place, 'bundle'), { recursive: true })
    run('build', '--out', join(place, 'bundle'), '--key', key)
    expect(existsSync(join(place, 'app/node_modules/sharp'))).toBe(false)
    const environment = {
      HAWSER_REGISTRY_PORT: `${await freePort()}`,
      HAWSER_REGISTRY_HOST: '127.0.0.1',
      HAWSER_REGISTRY_PUBLIC_KEY: publicKey,
    }
    expect(await runImage(place, last, environment)).toBe(0)
  })

  test('the app’s image: its step installs the imports of its server', { timeout: 900_000 }, () => {
    const folder = join(temporaryFolder(), 'app')
    cpSync(join(deploy, 'app'), folder, { recursive: true })
    // Installs these packages as npm will once they are published.
    useTarballs({ folder, url: '', ports: [], relayUrl: '', commands: [] })
    const [build] = stagesOf(readFileSync(join(folder, 'Dockerfile'), 'utf8'))
    const run = build?.instructions.find(({ name }) => name === 'RUN')?.text ?? ''
    expect(run).toMatch(/^npm install [\w =-]+$/)
    execFileSync('sh', ['-ec', run], { cwd: folder, stdio: 'pipe' })
    const imported = [...readFileSync(join(folder, 'server.js'), 'utf8').matchAll(/from '(@hawser[^']+)'/g)]
    const lines = imported.map(([, name]) => `await import('${name}')`)
    const program = `${lines.join(';')};import.meta.resolve('@hawser/modal/hawser-modal.js');await import('pg')`
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, stdio: 'pipe' })
    expect(lines.length).toBe(2)
  })
} else {
  test('the Dockerfiles have the two stages that the night runs, in folders that it knows', () => {
    for (const server of ['relay', 'registry']) {
      const stages = stagesOf(readFileSync(join(root, `packages/${server}/deploy/Dockerfile`), 'utf8'))
      const folders = stages.flatMap(({ instructions }) =>
        instructions.flatMap(({ name, text }) =>
          name === 'WORKDIR' || name === 'VOLUME' ? [dirname(`${text}/x`)] : [],
        ),
      )
      expect(stages).toHaveLength(2)
      for (const folder of folders) expect(folder.match(containerPath)).toEqual([folder])
    }
  })
}
