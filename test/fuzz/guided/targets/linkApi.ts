import { InvalidLinkBodyError, InvalidOriginStatementError } from '../../../../packages/wire/src/errors.ts'
import {
  formatHandoffToken,
  parseHandoffDigits,
  parseHandoffGrant,
  parseHandoffHop,
  parseHandoffPhoneStatus,
  parseHandoffRequest,
  parseHandoffSecret,
  parseHandoffStart,
  parseHandoffStatus,
  parseHandoffToken,
} from '../../../../packages/wire/src/linkApi/handoff.ts'
import {
  parseChallengeResponse,
  parseLinkErrorBody,
  parseLinkedWallets,
} from '../../../../packages/wire/src/linkApi/linkApi.ts'
import {
  parseHistoryQuery,
  parseWalletChange,
  parseWalletHistory,
} from '../../../../packages/wire/src/linkApi/linkApiWallets.ts'
import {
  type Purpose,
  parseChallengeRequest,
  parseProof,
  purposes,
} from '../../../../packages/wire/src/linkApi/linkBodies.ts'
import {
  parseOriginKeys,
  parseOriginStatement,
  parseOriginStatementRequest,
} from '../../../../packages/wire/src/linkApi/originStatement.ts'
import { InvalidCacaoError } from '../../../../packages/wire/src/proof/signInErrors.ts'
import { mustHold, parseJson, readOrRefuse, type Target } from '../target.ts'

/** The token in a handoff's URL, and the bodies of the handoff calls. */
export const handoff: Target = {
  name: 'handoff',
  cost: 1,
  run(input) {
    const token = parseHandoffToken(input)
    if (token !== undefined) {
      mustHold(
        JSON.stringify(parseHandoffToken(`https://app.example/#${formatHandoffToken(token)}`)) ===
          JSON.stringify(token),
        'a token is written again as it was',
      )
      mustHold(input.includes(token.id) && input.includes(token.secret), 'a token is in the address')
    }
    const value = parseJson(input)
    const digits = readOrRefuse(() => parseHandoffDigits(value), InvalidLinkBodyError)
    if (digits !== undefined) mustHold(/^[0-9]{6}$/.test(digits.digits), 'digits are six')
    for (const parse of [
      parseHandoffRequest,
      parseHandoffSecret,
      parseHandoffStart,
      parseHandoffHop,
      parseHandoffGrant,
      parseHandoffStatus,
      parseHandoffPhoneStatus,
    ])
      readOrRefuse(() => parse(value), InvalidLinkBodyError)
  },
}

/** The bodies of the link API, in both directions. */
export const linkBodies: Target = {
  name: 'linkBodies',
  cost: 2,
  run(input) {
    const value = parseJson(input)
    const parsers = [
      parseChallengeResponse,
      parseLinkedWallets,
      parseLinkErrorBody,
      parseWalletChange,
      parseWalletHistory,
      parseOriginStatementRequest,
    ]
    for (const parse of parsers) readOrRefuse<unknown>(() => parse(value), InvalidLinkBodyError, InvalidCacaoError)
    for (const parse of [parseChallengeRequest, parseProof]) {
      const body = readOrRefuse<{ readonly purpose: Purpose }>(
        () => parse(value),
        InvalidLinkBodyError,
        InvalidCacaoError,
      )
      if (body === undefined) continue
      mustHold(purposes.includes(body.purpose), 'a body that is read has a purpose')
      const others = purposes.filter((each) => each !== body.purpose)
      const elsewhere = readOrRefuse<unknown>(() => parse(value, ...others), InvalidLinkBodyError)
      mustHold(elsewhere === undefined, 'a body is of one purpose')
    }
    for (const parse of [parseOriginStatement, parseOriginKeys])
      readOrRefuse<unknown>(() => parse(typeof value === 'string' ? value : input), InvalidOriginStatementError)
    const query = new URLSearchParams(input.slice(0, 512))
    readOrRefuse(() => parseHistoryQuery(query), InvalidLinkBodyError)
  },
}
