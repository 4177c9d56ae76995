import { cpSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, root } from '../processes/runProcess.ts'

export type ExampleCopy = {
  readonly folder: string
  /** The address to open in a browser. */
  readonly url: string
  /** The ports that the example prints once it is ready. */
  readonly ports: readonly number[]
  readonly relayUrl: string
  /** The commands of the example's README, in order. The last one runs until it is stopped. */
  readonly commands: readonly string[]
}

/** Copies a folder of `examples/` to a place of its own with ports of its own, because other tests run at the same time. */
export async function copyExample(name: string): Promise<ExampleCopy> {
  const first = await freePorts()
  const ports = { 4402: first, 4403: first + 1, 3000: first + 2, 5173: first + 3 } as const
  const folder = mkdtempSync(join(tmpdir(), `hawser-${name}-`))
  cpSync(join(root, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !/node_modules|\/dist$|\.hawser|links\.sqlite|\.next|\.svelte-kit/.test(path.slice(root.length)),
  })
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    if (statSync(file).isFile()) {
      const text = readFileSync(file, 'utf8').replace(/\b(4402|4403|3000|5173)\b/g, (port) => `${Object(ports)[port]}`)
      writeFileSync(file, file === join(folder, 'package.json') ? withPorts(text, ports) : text)
    }
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const commands = /## Run it\n\n```\n([\s\S]*?)```/.exec(readme)?.[1]?.trim().split('\n') ?? []
  const url = /^Open (http:\S+)/m.exec(readme)?.[1] ?? ''
  const said = readFileSync(join(folder, 'package.json'), 'utf8').includes('server.ts') ? [ports[3000]] : []
  return {
    ...{ folder, url, commands, relayUrl: `ws://localhost:${ports[4402]}` },
    ports: [...new Set([ports[4402], ports[4403], ...said, Number(new URL(url).port)])],
  }
}

/** Adds the ports to the commands that have default ports, and leaves file names alone. */
function withPorts(manifest: string, ports: { readonly 4402: number; readonly 3000: number; readonly 5173: number }) {
  return manifest
    .replaceAll('hawser start', `hawser start --port ${ports[4402]}`)
    .replace(/\\"(vite(?: dev)?)\\"/, `\\"$1 --port ${ports[5173]} --strictPort\\"`)
    .replace('next dev', `next dev -p ${ports[3000]}`)
}
