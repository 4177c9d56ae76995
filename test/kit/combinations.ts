import { isNight } from './night.ts'

type Axes = Readonly<Record<string, readonly unknown[]>>
type Case<Values extends Axes> = { readonly [Name in keyof Values]: Values[Name][number] }

/**
 * The cases of a test over several axes, such as widths, themes and languages. By night every combination. By day as many cases
 * as the longest axis has values, so that each value of each axis is in at least one case.
 */
export function combinations<const Values extends Axes>(axes: Values, isEach = isNight): readonly Case<Values>[] {
  const entries = Object.entries(axes)
  if (isEach) {
    const all = entries.reduce<readonly object[]>(
      (cases, [name, values]) => cases.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
      [{}],
    )
    return all as readonly Case<Values>[]
  }
  const count = Math.max(...entries.map(([, values]) => values.length))
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(entries.map(([name, values]) => [name, values[index % values.length]])),
  ) as unknown as readonly Case<Values>[]
}
