import { execFileSync } from 'node:child_process'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, test } from 'vitest'
import { explainTitle } from './commitTitle.ts'
import { commitsAfter } from './newCommits.ts'

test.each([
  'relay: bound stored bytes per address',
  'link, test: pass the clock in',
  'sign: address a peer by its topic',
  'docs: need fewer words',
  'core/flow: embed the code',
  "Merge branch 's1'",
  'Revert "relay: bound stored bytes"',
])('commits: "%s" is a title', (title) => {
  expect(explainTitle(title)).toBeUndefined()
})

test.each([
  ['bound stored bytes per address', /scope/],
  ['Relay: bound stored bytes', /scope/],
  ['relay: Bound stored bytes', /lower case/],
  ['relay: bounded stored bytes', /imperative/],
  ['relay: bounds stored bytes', /imperative/],
  ['relay: bounding stored bytes', /imperative/],
  ['link: the owner takes an address', /imperative/],
  ['test: two processes by day', /imperative/],
  ['link:', /scope/],
  [`relay: bound ${'stored bytes '.repeat(10)}`, /characters/],
])('commits: refuses "%s"', (title, advice) => {
  expect(explainTitle(title)).toMatch(advice)
})

test('commits: lists those after a commit, and reports a history without it', () => {
  const folder = temporaryFolder()
  expect(commitsAfter('HEAD', folder)).toBeUndefined()
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  git('init', '-q')
  for (const title of ['one: add it', 'two: add it']) git('commit', '-q', '--allow-empty', '-m', title)
  expect(commitsAfter('HEAD~1', folder)?.map(({ title }) => title)).toEqual(['two: add it'])
  expect(commitsAfter('0123456789abcdef', folder)).toBeUndefined()
})
