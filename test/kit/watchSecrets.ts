import { IncomingMessage, Server } from 'node:http'
import { WebSocket } from 'ws'
import { keepSecret, runLogs } from './runLogs.ts'

const fields = /"(topic|message|signature|challengeId|secret|grant)":"([^"]{24,})"/g
const names: Readonly<Record<string, string>> = { secret: 'secret of a handoff', grant: 'grant of a handoff' }

/**
 * Records the secrets in requests to this process's servers, from browsers and official clients alike: no log may contain them.
 * Importing this file starts the recording, while logs are kept.
 */
if (runLogs !== undefined) {
  spyOn(Server.prototype, (event, first) => {
    if ((event === 'upgrade' || event === 'request') && first instanceof IncomingMessage) keepRequest(first)
  })
  spyOn(IncomingMessage.prototype, (event, first) => {
    if (event === 'data') keepFields(String(first))
  })
  spyOn(WebSocket.prototype, (event, first) => {
    if (event === 'message') keepFields(String(first))
  })
}

type Emitter = { emit(event: string | symbol, ...parts: unknown[]): boolean }

function spyOn(prototype: Emitter, look: (event: string | symbol, first: unknown) => void): void {
  const { emit } = prototype
  prototype.emit = function (event, ...parts) {
    look(event, parts[0])
    return Reflect.apply(emit, this, [event, ...parts])
  }
}

function keepRequest({ url = '', headers }: IncomingMessage): void {
  const query = new URLSearchParams(url.split('?')[1])
  const [, scheme = '', given = ''] = /^(\w+) (.+)$/.exec(headers.authorization ?? '') ?? []
  if (scheme === 'Handoff') keepSecret('grant of a handoff', given)
  else keepToken(query.get('auth') ?? given)
  // The secret in the page's fragment, in case a page sends the fragment as a query.
  keepSecret('secret of a handoff', query.get('h')?.split('.')[1] ?? '')
  for (const pair of headers.cookie?.split('; ') ?? []) keepSecret('cookie', pair.slice(pair.indexOf('=') + 1))
}

function keepToken(token: string): void {
  keepSecret('JWT', token)
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  keepSecret('client id', /"iss":"([^"]+)"/.exec(claims)?.[1] ?? '')
}

function keepFields(text: string): void {
  for (const [, name = '', value = ''] of text.matchAll(fields)) keepSecret(names[name] ?? name, value.slice(0, 480))
}
