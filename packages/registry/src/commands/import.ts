import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ImportFailedError, InvalidRegistryOptionError } from '../errors.ts'
import { explainSource } from '../listings/explainField.ts'
import { fetchAnswer, importLimits, parseAnswer } from '../listings/fetchAnswers.ts'
import { formatOutcomes, importListings } from '../listings/importListings.ts'
import { readListingTexts, writableFolder, writeListing } from '../listings/listingFolder.ts'
import { bundledListings } from '../listings/loadListings.ts'
import type { RegistryAnswer } from '../listings/registryShapes.ts'
import type { Command } from './command.ts'
import { required } from './options.ts'

const help = `hawser-registry import FILE|URL --source NAME [--listings DIR] [--chains LIST] [--update] [--json]

Writes the wallets of another registry's JSON as listings, and says what was refused or left out, and
why. It reads /w3m/v1/…Listings, /v3/wallets, /api/v2/wallets, /getWallets, TON's wallets-v2.json, and
our own /v1/wallets. Of a URL (https, or http on this machine) further pages are read too, and nothing
else. Images are not taken over. Exit code 0: all were taken or there already; 1: some were refused.

  --source NAME     names the registry in "sources", such as "explorer"; say what it is, and its licence,
                    in the README of your listings
  --listings DIR    where they go (default: the listings that come with this package)
  --chains LIST     for wallets that name no chain, comma-joined, such as eip155; without it they are refused
  --update          write listings that are there already anew; their images stay
  --json            what became of each entry, as JSON
`

export const command: Command = {
  summary: 'take over the wallets of another registry',
  help,
  async run(args, { write, fetch }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        source: { type: 'string' },
        listings: { type: 'string', default: bundledListings },
        chains: { type: 'string', default: '' },
        update: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const [place, ...rest] = positionals
    if (place === undefined || rest.length > 0) throw new InvalidRegistryOptionError('Name one file or one address.')
    const source = required(values.source, '--source')
    const fault = explainSource(source)
    if (fault !== undefined) throw new InvalidRegistryOptionError(`--source: ${fault.what} ${fault.mend}`)
    const folder = writableFolder(values.listings)
    const present = readListingTexts(folder)
    const answer = /^https?:\/\//i.test(place) ? await fetchAnswer(place, { fetch }) : readAnswer(place)
    const chains = values.chains.split(',').filter((chain) => chain !== '')
    const outcomes = importListings(answer, { present, source, chains, isUpdate: values.update })
    for (const outcome of outcomes) if (outcome.status === 'taken') writeListing(folder, outcome.listing)
    write(values.json ? `${JSON.stringify(outcomes, null, 2)}\n` : formatOutcomes(outcomes))
    return outcomes.some(({ status }) => status === 'refused') ? 1 : 0
  },
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
