import { readFileSync, statSync } from 'node:fs'
import {
  type CommandWorld,
  createCommand,
  createProgress,
  InvalidCommandError,
  list,
  required,
  text,
  toggle,
} from '@hawser/command'
import { ImportFailedError } from '../errors.ts'
import { explainSource } from '../listings/explainField.ts'
import { fetchAnswer, importLimits, parseAnswer } from '../listings/fetchAnswers.ts'
import { formatOutcomes, importListings } from '../listings/importListings.ts'
import { readListingTexts, writableFolder, writeListing } from '../listings/listingFolder.ts'
import { bundledListings } from '../listings/loadListings.ts'
import type { RegistryAnswer } from '../listings/registryShapes.ts'
import { listingsFolder } from './listingsFolder.ts'

export const command = createCommand({
  summary: 'take over the wallets of another registry',
  about: `Writes the wallets of another registry's JSON as listings, and says what was refused or left out, and
why. It reads /w3m/v1/…Listings, /v3/wallets, /api/v2/wallets, /getWallets, TON's wallets-v2.json, and
our own /v1/wallets. Of a URL (https, or http on this machine) further pages are read too, and nothing
else. Images are not taken over. Exit code 0: all were taken or there already; 1: some were refused.`,
  words: { usage: 'FILE|URL', count: [1, 1] },
  settings: {
    source: required(
      text('source', {
        placeholder: 'NAME',
        meaning:
          'names the registry in "sources", such as "explorer"; say what it is, and its licence, in the README of your listings',
      }),
    ),
    listings: listingsFolder,
    chains: list('chains', {
      meaning: 'for wallets that name no chain, such as eip155; without it they are refused',
    }),
    isUpdate: toggle('update', { meaning: 'write listings that are there already anew; their images stay' }),
    json: toggle('json', { meaning: 'what became of each entry, as JSON' }),
  },
  load:
    async () =>
    async (values, world, [place = '']) => {
      const { source, chains = [], isUpdate } = values
      const fault = explainSource(source)
      if (fault !== undefined) throw new InvalidCommandError(`--source: ${fault.what} ${fault.mend}`)
      const folder = writableFolder(values.listings ?? bundledListings)
      const present = readListingTexts(folder)
      const answer = /^https?:\/\//i.test(place) ? await fetchPages(place, world) : readAnswer(place)
      const outcomes = importListings(answer, { present, source, chains, isUpdate })
      for (const outcome of outcomes) if (outcome.status === 'taken') writeListing(folder, outcome.listing)
      world.write(values.json ? `${JSON.stringify(outcomes, null, 2)}\n` : formatOutcomes(outcomes))
      return outcomes.some(({ status }) => status === 'refused') ? 1 : 0
    },
})

async function fetchPages(address: string, world: CommandWorld): Promise<RegistryAnswer> {
  const progress = createProgress(world, 'wallets read')
  try {
    return await fetchAnswer(address, { fetch: world.fetch, onPage: progress.report })
  } finally {
    progress.end()
  }
}

function readAnswer(path: string): RegistryAnswer {
  let text: string
  try {
    const { size } = statSync(path)
    if (size > importLimits.bytes) throw new ImportFailedError(`${path} has more than ${importLimits.bytes} bytes.`)
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof ImportFailedError) throw cause
    throw new ImportFailedError(`${path} cannot be read.`, { cause })
  }
  const answer = parseAnswer(text)
  if (answer.entries.length <= importLimits.entries) return answer
  throw new ImportFailedError(`${path} has more than ${importLimits.entries} entries.`)
}
