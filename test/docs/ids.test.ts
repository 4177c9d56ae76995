import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, root, titlesIn } from './titles.ts'

// Tests and comments cite ids instead of repeating the requirement. One of these pages defines each id.
const pages = ['docs/requirements.md', 'docs/threat-model.md', 'docs/reliability.md']
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

const form = String.raw`[VDSRLCP]\d{1,2}|F\d\d|[TZ]-\d+|F-[RL]\d+`
const cited = new RegExp(String.raw`(?<![\w/%-])(${form})(?![\w-]|\.\d)`, 'g')
// A field case is one row for all its inputs: F01a and F01b belong to F01.
const fieldCase = /(?<![\w/%-])(F\d\d)[a-f](?![\w-])/g

/** Returns the ids that pages define: in the first cell of a row, as a heading, or in bold at the start of an item. */
function definedIn(markdown: string): readonly string[] {
  const lead = new RegExp(String.raw`^(?:\| |### |- \*\*)(${form}|M)(?= |\*\*|$)`, 'gm')
  return [...markdown.matchAll(lead)].map(([, id = '']) => id)
}

const idsIn = (text: string) => [...text.matchAll(cited), ...text.matchAll(fieldCase)].map(([, id = '']) => id)

/** Returns the test titles and the comments of a file, where ids are cited. */
function proseOf(file: string, source: string): readonly string[] {
  const isTest = /\.(?:test|spec|conformance)\.tsx?$/.test(file)
  const comments = source.matchAll(/(?<!:)\/\/.*|\/\*[\s\S]*?\*\//g)
  return [...(isTest ? titlesIn(source) : []), ...[...comments].map(([comment]) => comment)]
}

test('ids: finds definitions and citations', () => {
  expect(definedIn('| V1 | the first view |\n### F-R1 mosquitto\n- **P1** A publish')).toEqual(['V1', 'F-R1', 'P1'])
  expect(idsIn('T-10 F-L3: C12 (R1, S4) F01a %C3 /V1/ T-1000x v1 C40')).toEqual([
    'T-10',
    'F-L3',
    'C12',
    'R1',
    'S4',
    'C40',
    'F01',
  ])
})

test('ids: the documentation defines each id of a test or a comment, once', () => {
  const defined = pages.flatMap((page) => definedIn(textOf(page)))
  expect(defined.length).toBeGreaterThan(180)
  // `F-R1` and `F-R1 mosquitto` are two measurements of one fault.
  expect(defined.filter((id, index) => defined.indexOf(id) !== index && !id.startsWith('F-R'))).toEqual([])
  const files = ['packages', 'apps', 'test', 'bench', 'scripts'].flatMap((folder) =>
    filesUnder(folder, /\.(?:tsx?|css)$/),
  )
  const unknown = files
    .filter((file) => file !== 'test/docs/ids.test.ts')
    .flatMap((file) =>
      proseOf(file, textOf(file))
        .flatMap(idsIn)
        .map((id) => ({ id, file })),
    )
    .filter(({ id }) => !defined.includes(id))
  expect([...new Set(unknown.map(({ id, file }) => `${id} in ${file}`))]).toEqual([])
})
