import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openPort } from './openPort.ts'

/** A server whose port the system refuses, with the error that Node reports. */
function createRefusingServer(code: string) {
  const server = createServer()
  server.listen = () => {
    queueMicrotask(() => server.emit('error', Object.assign(new Error(`listen ${code}`), { code })))
    return server
  }
  return server
}

test.each([
  ['EADDRINUSE', 'port', 'port_taken', /^Port 80 is taken .*choose another port with --port\.$/],
  ['EADDRINUSE', 'metrics-port', 'port_taken', /^The metrics port 80 is taken .* with --metrics-port\.$/],
  ['EACCES', 'port', 'invalid_registry_option', /may not listen on port 80\. .*1024 on with --port/],
  ['EADDRNOTAVAIL', 'port', 'invalid_registry_option', /^--host 127\.0\.0\.1 is not an address of this machine/],
  ['ENOTFOUND', 'metrics-port', 'invalid_registry_option', /^--metrics-host 127\.0\.0\.1 is not an address/],
  ['EAI_AGAIN', 'port', 'invalid_registry_option', /^--host 127\.0\.0\.1 is not an address/],
  ['EMFILE', 'port', 'EMFILE', /^listen EMFILE$/],
] as const)('a port refused with %s (--%s) is %s', async (code, option, expected, message) => {
  const refused = openPort(createRefusingServer(code), { port: 80, host: '127.0.0.1', option })
  await expect(refused).rejects.toMatchObject({ code: expected, message: expect.stringMatching(message) })
})

test('refuses an address of another machine by the option that chose it', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  const opened = openPort(server, { port: 0, host: '192.0.2.1', option: 'port' })
  await expect(opened).rejects.toMatchObject({
    code: 'invalid_registry_option',
    message: expect.stringMatching(/^--host 192/),
  })
})
