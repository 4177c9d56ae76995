/**
 * The folders of each package, from the top floor down: a file imports from its own folder and from those below it, types
 * included. A file that lies in `src` itself stands for a folder of its name. Tests are free.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  link: [
    'index',
    'node',
    'writeOpenApi',
    'commands',
    'createLink',
    'checkLinkOptions',
    'routes',
    'challenge',
    'http',
    'options',
    'wallets',
    'stores',
    'records',
    'verifiers',
    'errors',
  ],
  registry: [
    'main',
    'writeSnapshot',
    'writeOpenApi',
    'index',
    'commands',
    'server',
    'search',
    'images',
    'listings',
    'bundle',
    'errors',
  ],
}
