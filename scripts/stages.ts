import { explainInstall, type ProgramName, programs } from './programs.ts'

/** A part of `npm test`. Stages of one lane run one after the other, the lanes in parallel. */
export type Stage = {
  readonly name: string
  readonly lane: 'first' | 'one' | 'two' | 'three' | 'last'
  /** The lane at night, when other stages are long: all lanes should end at about the same time. */
  readonly nightLane?: 'one' | 'two' | 'three'
  /** Whether the stage runs at night only. */
  readonly isNightly?: true
  /** Whether the stage measures time. At night it has the processor first, and the other lanes get the rest. */
  readonly isTimed?: true
  readonly needs: readonly ProgramName[]
}

/**
 * The stages, in the order of each lane. `build` writes the files that the others run; `secrets` reads the logs of all stages.
 * By day interop and faults come last, because they wait more than they work. At night a third lane has the stages that measure
 * time.
 */
export const stages: readonly Stage[] = [
  { name: 'build', lane: 'first', needs: [] },
  { name: 'check', lane: 'one', needs: [] },
  { name: 'unit', lane: 'one', needs: [] },
  { name: 'browser', lane: 'two', needs: ['chromium'] },
  { name: 'packages', lane: 'two', nightLane: 'one', needs: [] },
  { name: 'servers', lane: 'two', isTimed: true, needs: ['redis', 'postgres', 'nginx', 'strace'] },
  { name: 'react18', lane: 'two', nightLane: 'one', needs: [] },
  { name: 'contracts', lane: 'two', nightLane: 'one', needs: ['anvil'] },
  { name: 'faults', lane: 'one', nightLane: 'three', isTimed: true, needs: ['redis', 'faketime', 'strace'] },
  { name: 'timed', lane: 'three', isNightly: true, isTimed: true, needs: [] },
  { name: 'interop', lane: 'two', nightLane: 'one', needs: [] },
  { name: 'fuzz', lane: 'three', isNightly: true, needs: [] },
  { name: 'secrets', lane: 'last', needs: [] },
]

/** The stages that run more than one Vitest project. */
export const projectsOf: Readonly<Record<string, readonly string[]>> = {
  unit: ['unit', 'together', 'page'],
  react18: ['react18', 'react18-ssr'],
}

/** The lane of a stage, by day or at night. */
export function laneOf({ lane, nightLane }: Stage, isNight: boolean): Stage['lane'] {
  return (isNight && nightLane) || lane
}

/** Whether a stage leaves the processor to stages that measure time, which have it first at night. */
export function isYielding({ isTimed }: Stage, isNight: boolean): boolean {
  return isNight && isTimed !== true
}

export type Plan = {
  readonly run: readonly Stage[]
  /** A line for each stage that cannot run here: its needs, and how to get them. */
  readonly left: readonly string[]
  /** Requested names that no stage has. */
  readonly unknown: readonly string[]
}

/**
 * Chooses the stages that run.
 * @param only - names of stages; empty for all of them. Stages of the first lane run too, because the others need what they
 * build
 * @param has - whether a program is installed
 */
export function planStages(
  only: readonly string[],
  has: (program: ProgramName) => boolean,
  platform: NodeJS.Platform,
  hasDnf: boolean,
  isNight = false,
): Plan {
  const unknown = only.filter((name) => !stages.some((stage) => stage.name === name))
  const isChosen = ({ name, lane, isNightly }: Stage) =>
    only.length === 0 ? isNight || isNightly === undefined : only.includes(name) || lane === 'first'
  const chosen = stages.filter(isChosen)
  const lacking = (stage: Stage) => stage.needs.filter((program) => !has(program))
  return {
    run: chosen.filter((stage) => lacking(stage).length === 0),
    left: chosen.flatMap((stage) =>
      lacking(stage).map(
        (name) =>
          `${stage.name} did not run: it needs ${programs[name].name} (${explainInstall(programs[name], platform, hasDnf)})`,
      ),
    ),
    unknown,
  }
}
