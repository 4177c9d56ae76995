/**
 * The folders of each package, from the top floor down: a file imports from its own folder and from those below it, types
 * included. A file that lies in `src` itself stands for a folder of its name. Tests are free.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  react: [
    'index',
    'linkedWallets',
    'sessions',
    'button',
    'provider',
    'classic',
    'modal',
    'linker',
    'whenIdle',
    'messages',
    'errors',
  ],
  modal: [
    'index',
    'qrcodeModalDefault',
    'scriptTag',
    'walletConnectModal',
    'qrcodeModal',
    'createUriModal',
    'createModal',
    'handedPairing',
    'shownPairing',
    'namedWallets',
    'theme',
    'overlay',
    'texts',
    'walletConnectOptions',
    'whenShown',
    'errors',
  ],
  wagmi: ['index', 'hawser', 'openProvider', 'keptChoice', 'addedChain', 'viemErrors'],
}
