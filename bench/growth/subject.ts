import type { World } from './world.ts'

/** Three sizes of the growing quantity: the second is 10 times the first, the third 100 times. */
export type Sizes = readonly [one: number, ten: number, hundred: number]

/** The most that an operation is allowed to cost at 10 × and 100 ×, as a multiple of its cost at 1 ×. */
export type Bound = {
  readonly curve: 'flat' | 'levels off' | 'log n' | 'n'
  readonly ten: number
  readonly hundred: number
  /** Why the cost grows; empty for a flat curve. */
  readonly reason: string
}

export type Operation = {
  readonly name: string
  /** How many operations one repetition runs. */
  readonly count: number
  readonly bound: Bound
}

/** A component at one size, ready to work. */
export type Place = {
  /** Runs an operation `count` times; resolves to the processor time of all of them, in microseconds. */
  run(operation: string, count: number): Promise<number>
  close(): Promise<void>
}

/** The quantity that grows, and the operations whose cost is measured at each size. */
export type Subject = {
  readonly part: 'relay' | 'link' | 'registry' | 'modal'
  /** The component's name in the table. */
  readonly component: string
  readonly grows: string
  readonly sizes: Sizes
  readonly operations: readonly Operation[]
  /** True for a subject much like another one, which `--quick` skips. */
  readonly isLeftOutOfQuick?: boolean
  open(size: number, world: World): Promise<Place>
}
