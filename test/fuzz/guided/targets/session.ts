import { InvalidNamespacesError } from '../../../../packages/wire/src/errors.ts'
import {
  accountsOf,
  checkNamespaces,
  parseNamespaces,
  parseOptionalNamespaces,
  parseProposalNamespaces,
} from '../../../../packages/wire/src/session/namespaces.ts'
import { readReason } from '../../../../packages/wire/src/session/readReason.ts'
import { mustHold, parseJson, readOrRefuse, type Target } from '../target.ts'

/** A peer's requests and grants, and its reasons to refuse. */
export const namespaces: Target = {
  name: 'namespaces',
  cost: 1,
  run(input) {
    const value = parseJson(input)
    for (const parse of [parseProposalNamespaces, parseOptionalNamespaces, checkNamespaces])
      readOrRefuse<unknown>(() => parse(value), InvalidNamespacesError)
    const granted = readOrRefuse(() => parseNamespaces(value), InvalidNamespacesError)
    if (granted !== undefined)
      for (const accountId of accountsOf(granted))
        mustHold(accountId.split(':').length === 3, 'an account has its chain')
    readReason(value)
  },
}
