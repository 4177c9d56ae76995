import { proofMethods } from '../verifiers/proofMethods.ts'
import { postgresVariable } from './parseCommand.ts'

/** The output of `--help`, in lines of 100 columns at most. */
export function formatHelp(): string {
  return `hawser-link: what an operator does with a link store.

  hawser-link export --user ID      prints all that is kept of a host user, as JSON
  hawser-link erase --user ID       deletes all that is kept of a host user, the history too;
                                    prints how much there was
  hawser-link reprove-all           marks all linked wallets "re-prove": none counts until its user
                                    has proven it again; prints how many it marked. Cut short, it
                                    is finished by running it again

Where the store is:
  --file FILE                       a store in an SQLite file, which must exist
  ${postgresVariable.padEnd(34)}a store in PostgreSQL, as postgresql://user@host/database.
                                    It has no flag: it may hold a password

Options:
  --user ID                         the id your host app gives link for a user, to the letter
  --method METHOD                   reprove-all: only wallets proven so; may be repeated:
                                    ${proofMethods.join(', ')}
  --upgrade                         brings the tables of an older version up to this one first:
                                    servers that run the older one can then write no more
  --help                            this text
  --version                         the version

Use the version of hawser-link that your servers run: an older store is left as it is.
Exit code: 0 done, 1 failed, 2 not understood. What is printed goes to standard output.
`
}
