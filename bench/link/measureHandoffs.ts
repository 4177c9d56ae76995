import { createBenchProgress } from '../benchProgress.ts'
import { formatCells } from '../modal/formatTable.ts'
import { median } from '../modal/median.ts'
import { runLoad, startNode } from '../relay/startProgram.ts'
import { type HandoffFigures, type HandoffTask, handoffSteps, linkSteps } from './handoffSteps.ts'
import type { Programs } from './programs.ts'

/** Where a server keeps its rows. */
export type Place = { readonly name: string; readonly place: string }

/**
 * Measures handoffs per second of a server on one core, next to links in a visitor's own session and `POST /proofs` alone, on
 * the same server in the same rounds. The first round does not count, because it compiles the server's code.
 */
export async function measureHandoffs(
  programs: Programs,
  nodeFlags: readonly string[],
  { name, place, rounds, count }: Place & { readonly rounds: number; readonly count: number },
): Promise<readonly (readonly string[])[]> {
  const server = await startNode([...nodeFlags, programs.server, place])
  const taken: HandoffFigures[] = []
  const progress = createBenchProgress(`${name}, rounds of handoffs`)
  for (let round = 0; round <= rounds; round += 1) {
    const task: HandoffTask = { port: server.port, pid: server.pid, count, from: round * 2 * count }
    progress.report(round, rounds)
    const figures = (await runLoad(programs.handoffs, task)) as HandoffFigures
    progress.end()
    console.error(`${name}, round ${round} of ${rounds}: ${JSON.stringify(figures)}`)
    if (round > 0) taken.push(figures)
  }
  await server.stop()

  const rowOf = (figure: string, steps: (figures: HandoffFigures) => readonly { ms: number; cpuMicros: number }[]) => {
    const sumOf = (figures: HandoffFigures, read: (step: { ms: number; cpuMicros: number }) => number) =>
      steps(figures).reduce((sum, step) => sum + read(step), 0)
    const perSecond = median(taken.map((figures) => (count / sumOf(figures, ({ ms }) => ms)) * 1_000))
    const cpuMs = median(taken.map((figures) => sumOf(figures, ({ cpuMicros }) => cpuMicros) / 1_000))
    return [`${name}: ${figure}`, cpuMs.toFixed(2), (1_000 / cpuMs).toFixed(0), perSecond.toFixed(0)]
  }
  return [
    rowOf('whole handoffs', ({ handoffs }) => handoffSteps.map((step) => handoffs[step])),
    ...handoffSteps.map((step) => rowOf(`handoff, ${step}`, ({ handoffs }) => [handoffs[step]])),
    rowOf('links in one session', ({ links }) => linkSteps.map((step) => links[step])),
    rowOf('`POST /proofs`', ({ links }) => [links.proof]),
  ]
}

/** Formats the figures of `measureHandoffs` as Markdown. */
export function formatHandoffs(rows: readonly (readonly string[])[]): string {
  return formatCells([
    ['figure', 'CPU ms of the server for one', 'a second of one core by that', 'a second as it was'],
    ...rows,
  ])
}
