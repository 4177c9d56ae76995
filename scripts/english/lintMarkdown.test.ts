import { expect, test } from 'vitest'
import { lintMarkdown } from './lintMarkdown.ts'
import { rulesOf } from './rules/rules.ts'

const glossary = '| Term | Means | In code | Do not say |\n|---|---|---|---|\n| relay | a server | x | hub |\n'
const find = async (text: string) =>
  (await lintMarkdown('docs/page.md', text, rulesOf(glossary))).map(({ file, line, rule }) => `${file}:${line} ${rule}`)

test('english: findings name file and line, in paragraphs, lists, tables, links and headings', async () => {
  const page = `# Where it stands

One line is fine.
The second one is told.

- a list with a [hub](https://hub.example)

| what it stands for | b |
|---|---|
| **What is kept** is told to \`nobody\`. | fine |
`
  expect(await find(page)).toEqual([
    'docs/page.md:1 banned-words',
    'docs/page.md:4 banned-words',
    'docs/page.md:6 glossary',
    'docs/page.md:10 subject-clause',
    'docs/page.md:10 banned-words',
  ])
})

test.each([
  ['a block of code', '```\nWho is told stands.\n```\n'],
  ['inline code', 'It is `x is told` here, and `hub`.\n'],
  ['an address', 'See [this](https://hub.example/stands).\n'],
  ['a cited test', 'It holds ([who is told stands](a.test.ts)).\n'],
  ['an image', '![It stands here](a.png)\n'],
  ['a comment', '<!-- What is kept is told. -->\n'],
  ['a run-in heading', '**What you see.** The page shows an error.\n'],
  ['the head of a table', '| What we keep of all that is sent to us | Why |\n|---|---|\n| a | b |\n'],
])('english: %s is not prose', async (_name, page) => {
  expect(await find(page)).toEqual([])
})

test('english: a sentence over several lines counts as one, and code as one word', async () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => (index % 9 === 8 ? 'word\n' : 'word '))
  expect(await find(`A ${words(31).join('').trim()}.\n`)).toEqual([])
  expect(await find(`A ${words(32).join('').trim()}.\n`)).toEqual(['docs/page.md:1 sentence-length'])
  expect(await find(`A ${words(30).join('').trim()} \`a long piece of code\`.\n`)).toEqual([])
})
