/**
 * Returns the ids of one kind from the first to the last, as the catalogue of threats and faults writes them: `T-01`, `T-10`,
 * `T-100`.
 */
const span = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `T-${String(first + index).padStart(2, '0')}`)

/** The threats and faults of the catalogue that a test names in its title, by subject. */
export const tested = {
  modal: [...span(10, 23), ...span(65, 71)],
  relay: [
    ...['T-60', ...span(80, 98)],
    ...Array.from({ length: 24 }, (_, index) => `F-R${index + 1}`),
    ...['P1', 'P2', 'P3', 'P4', 'P5', 'P6'],
    ...['Z-1', 'Z-2', 'Z-7', 'Z-10'],
  ],
  client: [
    ...['F-L5', 'F-L6', 'F-L7', 'F-L8', 'F-L9', 'F-L10'],
    ...['F-L12', 'F-L13', 'F-L14', 'F-L21'],
    ...['Z-3', 'Z-6'],
  ],
  registry: [...span(100, 104), 'F-L3', 'F-L4', 'Z-4'],
  link: [...span(30, 33), ...span(40, 57), 'F-L15', 'F-L16', 'F-L17', 'Z-5'],
} as const

/** Every threat of the catalogue: the tested ones, and those of packages and builds. */
export const threats: readonly string[] = [
  ...span(1, 5),
  ...Object.values(tested)
    .flat()
    .filter((id) => id.startsWith('T-')),
]
