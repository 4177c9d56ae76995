import { InvalidClientAuthError } from '../../../../packages/wire/src/errors.ts'
import { parseClientAuth } from '../../../../packages/wire/src/irn/clientAuth.ts'
import {
  formatAuthenticationMessage,
  parseAuthenticationRequest,
} from '../../../../packages/wire/src/proof/authenticationRequest.ts'
import { checkCacao, formatCacaoMessage, parseCacao } from '../../../../packages/wire/src/proof/cacao.ts'
import { formatCaip122Message, parseCaip122Message } from '../../../../packages/wire/src/proof/caip122Message.ts'
import { formatRecap, isRecapWithin, mergeRecaps, parseRecap } from '../../../../packages/wire/src/proof/recap.ts'
import { InvalidCacaoError, InvalidSignInMessageError } from '../../../../packages/wire/src/proof/signInErrors.ts'
import { mustHold, parseJson, readOrRefuse, type Target } from '../target.ts'

const linesOf = (text: string) => text.split('\n')

/** Sign-in texts of each namespace. */
export const signIn: Target = {
  name: 'signIn',
  cost: 2,
  run(input) {
    for (const namespace of ['eip155', 'solana', 'bip122'] as const) {
      const message = readOrRefuse(() => parseCaip122Message(namespace, input), InvalidSignInMessageError)
      if (message === undefined) continue
      mustHold(formatCaip122Message(namespace, message) === input, 'it is written again byte for byte')
      mustHold(
        !Object.values(message)
          .flat()
          .some((part) => part?.includes('\n')),
        'no part has two lines',
      )
      mustHold(linesOf(input).filter((line) => line.startsWith('URI: ')).length === 1, 'it has one URI')
    }
  },
}

/** A ReCap within a sign-in text. */
export const recap: Target = {
  name: 'recap',
  cost: 1,
  run(input) {
    const strict = readOrRefuse(() => parseRecap(input, true), InvalidCacaoError)
    const lenient = readOrRefuse(() => parseRecap(input, false), InvalidCacaoError)
    if (strict === undefined) return
    mustHold(JSON.stringify(lenient) === JSON.stringify(strict), 'both readers agree on what the strict one takes')
    const again = parseRecap(formatRecap(strict), true)
    mustHold(
      JSON.stringify(mergeRecaps([again])) === JSON.stringify(mergeRecaps([parseRecap(formatRecap(again), true)])),
      'it is written in one way',
    )
    mustHold(isRecapWithin(strict, again, []) && isRecapWithin(again, strict, []), 'written again it allows the same')
  },
}

const asked = parseAuthenticationRequest({
  chains: ['eip155:1', 'eip155:10'],
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: '0123456789abcdef',
  issuedAt: '2026-11-20T20:00:00.000Z',
  methods: ['personal_sign'],
})

/** A wallet's answer to a sign-in request, and the request itself. */
export const cacao: Target = {
  name: 'cacao',
  cost: 2,
  run(input) {
    const value = parseJson(input)
    const strict = readOrRefuse(() => parseCacao(value, true), InvalidCacaoError)
    const parsed = readOrRefuse(() => parseCacao(value), InvalidCacaoError)
    if (strict !== undefined) mustHold(JSON.stringify(strict) === JSON.stringify(parsed), 'both readers agree')
    if (parsed !== undefined) {
      readOrRefuse(() => formatCacaoMessage(parsed), InvalidCacaoError)
      const checked = readOrRefuse(() => checkCacao(parsed, asked), InvalidCacaoError)
      if (checked !== undefined) {
        const lines = linesOf(checked.message)
        mustHold(lines[0] === 'app.example wants you to sign in with your Ethereum account:', 'it names our site')
        mustHold(
          lines.includes(`Nonce: ${asked.nonce}`) && lines.includes(`URI: ${asked.uri}`),
          'it is of this request',
        )
        mustHold(checked.accountId.endsWith(`:${lines[1]}`), 'it names the account that is proven')
      }
    }
    const request = readOrRefuse(() => parseAuthenticationRequest(value), InvalidCacaoError)
    if (request === undefined) return
    const accountId =
      `${request.chains.find((chain) => chain.startsWith('eip155:')) ?? 'eip155:1'}:0x${'11'.repeat(20)}` as const
    const text = readOrRefuse(() => formatAuthenticationMessage(request, accountId), InvalidCacaoError)
    if (text !== undefined)
      mustHold(
        formatCaip122Message('eip155', parseCaip122Message('eip155', text)) === text,
        'what we have signed can be read',
      )
  },
}

/** The token with which a client authenticates to the relay. */
export const clientToken: Target = {
  name: 'clientToken',
  cost: 1,
  run(input) {
    const token = readOrRefuse(() => parseClientAuth(input), InvalidClientAuthError)
    if (token !== undefined) mustHold(input.split('.').length === 3, 'it has three parts')
  },
}
