import { IncomingMessage, Server } from 'node:http'
import { WebSocket } from 'ws'
import { keepSecret, runLogs } from './runLogs.ts'

/**
 * Lists what comes to the servers of this process and must not be logged, whoever sent it, a browser or an official
 * client. Installed by its import, while logs are kept.
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
  keepToken(query.get('auth') ?? headers.authorization?.replace(/^Bearer /, '') ?? '')
  for (const pair of headers.cookie?.split('; ') ?? []) keepSecret('cookie', pair.slice(pair.indexOf('=') + 1))
}

function keepToken(token: string): void {
  keepSecret('JWT', token)
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  keepSecret('client id', /"iss":"([^"]+)"/.exec(claims)?.[1] ?? '')
}

function keepFields(text: string): void {
  for (const [, name = '', value = ''] of text.matchAll(/"(topic|message|signature|challengeId)":"([^"]{24,})"/g))
    keepSecret(name, value.slice(0, 480))
}
