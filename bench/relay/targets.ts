import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@hawser/test-kit/freePort'
import type { DialectName } from './dialects.ts'
import type { Programs } from './programs.ts'
import { isInstalled, type Program, startNode, startOnPort } from './startProgram.ts'

export const targetNames = ['floor', 'memory', 'sqlite', 'redis', 'redisTwo', 'mosquitto', 'fanout'] as const
export type TargetName = (typeof targetNames)[number]

/** Running servers. `pids` lists all processes, `nodePids` those without the store. */
export type Running = {
  readonly ports: readonly number[]
  readonly pids: readonly number[]
  readonly nodePids: readonly number[]
  stop(): Promise<void>
}
export type Target = {
  readonly title: string
  readonly dialect: DialectName
  /** The program that must be installed. A target without it is skipped with a message. */
  readonly needs?: string
  start(): Promise<Running>
}

/** Creates the targets of the bench: the relay on each of its stores, and its peers. */
export function createTargets(programs: Programs): Readonly<Record<TargetName, Target>> {
  const node = (...args: readonly string[]) => startNode(args)
  const alone = async (name: 'floor' | 'fanout') => runningOf([await node(programs[name])])
  const redis = (nodeCount: number) =>
    inFolder(async (folder) => {
      const port = await freePort()
      const flags = `--port ${port} --bind 127.0.0.1 --dir ${folder} --appendonly yes --appendfsync everysec`
      const store = await startOnPort(
        'redis-server',
        [...flags.split(' '), '--save', '', '--loglevel', 'warning'],
        port,
      )
      const nodes: (Program & { port: number })[] = []
      for (let index = 0; index < nodeCount; index += 1)
        nodes.push(await node(programs.relayServer, 'redis', `redis://127.0.0.1:${port}`))
      return runningOf(nodes, [store])
    })
  const mosquitto = () =>
    inFolder(async (folder) => {
      const port = await freePort()
      const file = join(folder, 'mosquitto.conf')
      // mosquitto does not start without a listener for plain MQTT.
      const lines = [
        `listener ${await freePort()} 127.0.0.1`,
        `listener ${port} 127.0.0.1`,
        'protocol websockets',
        'allow_anonymous true',
        'persistence false',
      ]
      writeFileSync(file, [...lines, 'max_queued_messages 0', 'set_tcp_nodelay true', 'log_type error', ''].join('\n'))
      const broker = await startOnPort('mosquitto', ['-c', file], port)
      return runningOf([{ ...broker, port }])
    })
  return {
    floor: { title: 'the floor: ws and JSON, no store, no checks', dialect: 'irn', start: () => alone('floor') },
    memory: {
      title: 'relay, memory',
      dialect: 'irn',
      start: async () => runningOf([await node(programs.relayServer, 'memory')]),
    },
    sqlite: {
      title: 'relay, SQLite (WAL, FULL)',
      dialect: 'irn',
      start: () =>
        inFolder(async (folder) =>
          runningOf([await node(programs.relayServer, 'sqlite', join(folder, 'relay.sqlite'))]),
        ),
    },
    redis: {
      title: 'relay, Redis (AOF everysec), one node',
      dialect: 'irn',
      needs: 'redis-server',
      start: () => redis(1),
    },
    redisTwo: {
      title: 'relay, Redis (AOF everysec), two nodes',
      dialect: 'irn',
      needs: 'redis-server',
      start: () => redis(2),
    },
    mosquitto: {
      title: 'mosquitto, WebSocket, QoS 1, memory',
      dialect: 'mqtt',
      needs: 'mosquitto',
      start: mosquitto,
    },
    fanout: { title: 'bare ws fan-out, no answer, no ack', dialect: 'fanout', start: () => alone('fanout') },
  }
}

/** Returns the targets that can run on this machine. */
export function available(
  targets: Readonly<Record<TargetName, Target>>,
  names: readonly TargetName[],
): readonly TargetName[] {
  return names.filter((name) => {
    const { needs, title } = targets[name]
    if (needs === undefined || isInstalled(needs)) return true
    console.error(`left out: ${title} (${needs} is not installed)`)
    return false
  })
}

function runningOf(nodes: readonly (Program & { port: number })[], stores: readonly Program[] = []): Running {
  const nodePids = nodes.map(({ pid }) => pid)
  return {
    ports: nodes.map(({ port }) => port),
    pids: [...nodePids, ...stores.map(({ pid }) => pid)],
    nodePids,
    async stop() {
      for (const program of [...nodes, ...stores]) await program.stop()
    },
  }
}

async function inFolder(start: (folder: string) => Promise<Running>): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const running = await start(folder)
  return {
    ...running,
    async stop() {
      await running.stop()
      process.off('exit', remove)
      remove()
    },
  }
}
