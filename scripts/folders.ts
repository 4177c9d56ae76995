/**
 * The folders of each package, from the top floor down: a file imports from its own folder and from those below it, types
 * included. A file that lies in `src` itself stands for a folder of its name. Tests are free.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  'app-host': ['server', 'page', 'errors'],
  'app-stack': ['main', 'createStack', 'buildPages', 'dataFolder', 'addresses', 'options', 'errors'],
  'app-wallet': ['server', 'page', 'worker', 'errors'],
  wire: [
    'index',
    'linkApi',
    'registry',
    'proof',
    'session',
    'irn',
    'clientAddress',
    'pairingUri',
    'caip',
    'visibleText',
    'read',
    'errors',
  ],
}
