/**
 * The folders of each package, from the top floor down: a file imports from its own folder and from those below it, types
 * included. A file that lies in `src` itself stands for a folder of its name. Tests are free.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  sign: [
    'index',
    'testing',
    'client',
    'proposer',
    'responder',
    'session',
    'origin',
    'records',
    'socket',
    'message',
    'envelope',
    'lifetime',
    'errors',
  ],
}
