import { text, wholeNumber } from './setting.ts'

const serviceLink = 'Kubernetes sets it for a service of this name; set enableServiceLinks: false, or --port'

/**
 * The settings of every server: its port and its interface.
 * @param port - the default port
 * @example const settings = { ...listenSettings(4402), dataFolder }
 */
export function listenSettings(port: number) {
  return {
    port: wholeNumber('port', {
      ...{ range: [0, 65_535], default: port },
      explain: (given) => (/^tcp:/.test(given) ? serviceLink : undefined),
      meaning: 'port to listen on; 0 takes a free one',
      reason: 'another program has the port',
    }),
    host: text('host', {
      ...{ placeholder: 'NAME', default: '127.0.0.1' },
      meaning: 'interface to listen on',
      reason: 'the proxy runs on another machine or in another container',
    }),
  }
}
