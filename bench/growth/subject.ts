import type { World } from './world.ts'

/** Numbers of what grows: the second is 10 times the first, the third 100 times. */
export type Sizes = readonly [one: number, ten: number, hundred: number]

/** The most that an operation may cost at 10 × and 100 ×, as a multiple of its cost at 1 ×. */
export type Bound = {
  readonly curve: 'flat' | 'levels off' | 'log n' | 'n'
  readonly ten: number
  readonly hundred: number
  /** Why the cost grows; empty for a flat curve. */
  readonly reason: string
}

export type Operation = {
  readonly name: string
  /** How often one repetition does it. */
  readonly count: number
  readonly bound: Bound
}

/** A component at one size, ready to work. */
export type Place = {
  /** Does an operation so many times; resolves to the processor time of all of them, in microseconds. */
  run(operation: string, count: number): Promise<number>
  close(): Promise<void>
}

/** The quantity that grows, and the operations whose cost is measured meanwhile. */
export type Subject = {
  readonly part: 'relay' | 'link' | 'registry' | 'modal'
  /** The component, as the table names it. */
  readonly component: string
  readonly grows: string
  readonly sizes: Sizes
  readonly operations: readonly Operation[]
  /** Only without `--quick`: another subject is much like it. */
  readonly isLeftOutOfQuick?: boolean
  open(size: number, world: World): Promise<Place>
}
