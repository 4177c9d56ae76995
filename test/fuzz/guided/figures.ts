/** The counts of one target in a long run. */
export type TargetFigures = {
  readonly name: string
  readonly executions: number
  /** Branches of our sources that any input took, and those that the seeds took. */
  readonly branches: number
  readonly bySeeds: number
  /** Kinds of input that broke a promise. */
  readonly crashes: number
}

/** The counts of the last long run. */
export type FuzzFigures = {
  readonly date: string
  readonly machine: string
  readonly seed: number
  readonly seconds: number
  readonly branchesInSources: number
  readonly branches: number
  readonly bySeeds: number
  readonly targets: readonly TargetFigures[]
}

const grouped = (count: number) => count.toLocaleString('en-US')

/** Formats the section of docs/reliability.md. */
export function formatFuzzing(
  figures: FuzzFigures,
  broken: readonly { readonly target: string; readonly what: string }[],
): string {
  const { date, machine, seed, seconds, branchesInSources, branches, bySeeds, targets } = figures
  const sum = (of: (target: TargetFigures) => number) => targets.reduce((total, target) => total + of(target), 0)
  const rows = targets.map((target) => {
    const cells = [target.executions, target.branches, target.bySeeds, target.crashes].map(grouped)
    return `| ${target.name} | ${cells.join(' | ')} |`
  })
  return `## Fuzzing

The readers of strangers' texts are tried with changes of a seed corpus ([\`test/fuzz/guided\`](../test/fuzz/guided)). An input that takes a branch of our sources as none did before joins the corpus and is changed in its turn ([decision 0075](decisions/0075-fuzzing-is-guided-by-counters-of-our-own.md)). Each target says what must hold of whatever it reads.

- \`npm run fuzz -- --seconds 3600\`: every target for its share of an hour, with a new seed. \`npm run test:nightly\` does it for ten minutes, and keeps its figures here.
- \`npx vitest run --project together test/fuzz/guided\`: the same for a fixed number of inputs and one seed; part of \`npm test\`.

The last run: ${date}, ${grouped(seconds)} s, seed ${seed}, ${machine}. ${grouped(sum((target) => target.executions))} executions took ${grouped(branches)} branches, the seeds alone ${grouped(bySeeds)}. The sources that the targets import have ${grouped(branchesInSources)}, those that no target calls among them. ${grouped(sum((target) => target.crashes))} crashes.

| target | executions | branches | by the seeds | crashes |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

Each input that broke a promise, in that run or before it, is mended. Each run of the tests tries it again ([\`crashes.json\`](../test/fuzz/guided/crashes.json)):

${broken.map(({ target, what }) => `- ${target}: ${what}`).join('\n')}
`
}
