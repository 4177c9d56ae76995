import type { Random } from '@hawser/test-kit/random'
import type { Build } from './buildTargets.ts'
import { mutate } from './mutate.ts'
import type { Target } from './target.ts'

/** An input that broke a promise. */
export type Crash = { readonly target: string; readonly input: string; readonly problem: string }

export type Outcome = {
  readonly executions: number
  /** Branches taken by any input. */
  readonly covered: ReadonlySet<number>
  /** Branches taken by the seeds alone. */
  readonly coveredBySeeds: ReadonlySet<number>
  /** Inputs that took a path of their own, including the seeds. */
  readonly corpus: readonly string[]
  /** The inputs that were first to take a branch, which are worth keeping in the repository. */
  readonly first: readonly string[]
  readonly crashes: readonly Crash[]
  /** The slowest input, and its duration in milliseconds. */
  readonly slowest: { readonly input: string; readonly tookMs: number }
}

/**
 * Groups hit counts as fuzzers do. A loop that runs twice instead of once takes a new path; the hundredth iteration does not.
 */
const bucketOf = (count: number) =>
  count < 4 ? 1 << (count - 1) : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128

/**
 * Runs a target on its corpus, then on mutations of it, for as long as `goesOn` returns true. An input joins the corpus, to be
 * mutated in turn, when it takes a new branch or takes one more often.
 */
export function guide(
  { hits, branches, texts }: Build,
  target: Target,
  {
    random,
    corpus: given,
    goesOn,
  }: { random: Random; corpus: readonly string[]; goesOn: (executions: number) => boolean },
): Outcome {
  const seen = new Uint8Array(branches)
  const covered = new Set<number>()
  const corpus = [...given]
  const first: string[] = []
  const crashes = new Map<string, Crash>()
  let slowest = { input: '', tookMs: 0 }
  let executions = 0

  const tryOne = (input: string) => {
    hits.fill(0, 0, branches)
    executions += 1
    const startedAt = performance.now()
    try {
      target.run(input)
    } catch (error) {
      const problem = describe(error)
      // One input of each kind is enough: the guide keeps the first, and replaces it by a shorter one.
      const known = crashes.get(problem)
      if (known === undefined || known.input.length > input.length)
        crashes.set(problem, { target: target.name, input, problem })
    }
    const tookMs = performance.now() - startedAt
    if (tookMs > slowest.tookMs) slowest = { input, tookMs }
    let isNew = false
    const before = covered.size
    for (let branch = 0; branch < branches; branch += 1) {
      const count = hits[branch] ?? 0
      if (count === 0) continue
      const bucket = bucketOf(count)
      if (((seen[branch] ?? 0) & bucket) !== 0) continue
      seen[branch] = (seen[branch] ?? 0) | bucket
      covered.add(branch)
      isNew = true
    }
    if (isNew && executions > given.length) corpus.push(input)
    if (covered.size > before) first.push(input)
  }

  for (const input of given) tryOne(input)
  const coveredBySeeds = new Set(covered)
  while (goesOn(executions)) {
    // Half of the picks come from the newer half of the corpus: a recent find leads to others.
    const input = random.chance(0.5) ? random.pick(corpus) : random.pick(corpus.slice(corpus.length >> 1))
    tryOne(mutate(random, input, { other: random.pick(corpus), texts }))
  }
  return { executions, covered, coveredBySeeds, corpus, first, crashes: [...crashes.values()], slowest }
}

/** Returns the kind of a crash: its place and its message, without the parts that differ between inputs. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const where = /\bat (?:async )?([\w.<>]+) /.exec(error.stack ?? '')?.[1] ?? ''
  return `${error.name}: ${error.message.slice(0, 200).replace(/\d+/g, 'N')} (${where})`
}
