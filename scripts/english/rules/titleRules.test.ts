import { expect, test } from 'vitest'
import { longestTitle, titleRules } from './titleRules.ts'

const mistakesIn = (text: string) => titleRules.flatMap(({ check }) => check({ text, kind: 'prose' }))

test.each([
  'F-L12 a proposal nobody answered is told of on both sides, and its pairing',
  'stores a wallet that is none',
  'a refusal is the same, whoever holds the wallet',
  'signed after the end: no session, and the wallet hears so',
  'a wallet that declined while no page was there is heard of',
  'a result that is unknown is said, not shown',
  'a list that is not to be had',
  'a cluster of which one master is away is ready',
  'a signal is let go of once its proposal is settled',
  'a proposal is gone on with after a reload',
  'what is due on time runs then',
  'T-81: who subscribes takes nothing',
  'F10a F-L3 what was copied is shown',
  'L1, C2: what is listed',
  'takes a publish; what does not fit is refused',
  'x'.repeat(longestTitle + 1),
])('english: the title "%s" is refused', (title) => {
  expect(mistakesIn(title)).toHaveLength(1)
})

test.each([
  'F-L12 both sides emit the end of an unanswered proposal and its pairing',
  'T-81: a client that subscribes takes nothing',
  'a visitor who declines is asked again, and says what is wrong',
  '“Copy link” copies what the code says, and only the press copies',
  'Whole pages load, with any listing',
  'x'.repeat(longestTitle),
])('english: the title "%s" is accepted', (title) => {
  expect(mistakesIn(title)).toEqual([])
})
