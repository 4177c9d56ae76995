import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type AuthenticationRequest,
  parseAuthenticationRequest,
} from './authenticationRequest.ts'
import { checkCacao, namespacesOfCacaos, parseCacao } from './cacao.ts'

const captures = new URL('../../../test/vectors/captures/', import.meta.url)
function recorded(name: string): { cacao: unknown; request: AuthenticationRequest } {
  const { frames } = JSON.parse(readFileSync(new URL(name, captures), 'utf8'))
  const opened = frames.flatMap((frame: { decrypted?: object }) => Object.values(frame.decrypted ?? {}))
  const payloads = opened.map((each: { payload?: object }) => each.payload ?? each)
  const asked = payloads.find((each: { method?: string }) => each.method === 'wc_sessionAuthenticate').params
    .authPayload
  const { chains, domain, aud, nonce, iat, statement, resources } = asked
  const request = { chains, domain, uri: aud, nonce, issuedAt: iat, statement, resources: resources.slice(0, 1) }
  return {
    cacao: payloads.find((each: { result?: { cacaos?: unknown } }) => each.result?.cacaos)?.result.cacaos[0],
    request: { ...request, methods: ['personal_sign', 'eth_sendTransaction'] },
  }
}

describe.each(['oca-approve-new.json', 'oca-approve-217.json'])('%s', (name) => {
  const { cacao, request } = recorded(name)

  test('the CACAO of an official wallet is the answer to what the official dapp asked', () => {
    const { accountId, message } = checkCacao(parseCacao(cacao, true), parseAuthenticationRequest(request))
    expect(accountId).toBe('eip155:1:0x4a62316623ad457f02cdc5d997ded67a383ec569')
    expect(message).toContain("(1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'.\n")
    expect(namespacesOfCacaos([parseCacao(cacao)]).eip155).toMatchObject({
      chains: ['eip155:1'],
      accounts: [accountId],
    })
  })
})
