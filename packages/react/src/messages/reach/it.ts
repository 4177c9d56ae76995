import type { ReachTexts } from './en.ts'

export const it: ReachTexts = {
  linkable: 'Questo sito collega i wallet presenti in questo browser e quelli che usano {relay}.',
  otherWallet: 'Ho un altro wallet che usa {relay}',
  codeForRelay: 'Solo i wallet che usano {relay} possono leggere questo codice.',
  codeForNetwork:
    'Hai scansionato e non succede nulla? Solo i wallet che supportano WalletConnect possono leggere questo codice.',
  noRoute: '{name} non può essere collegato da qui',
  noRouteDetail: 'Questo sito non può raggiungere {name} da questo dispositivo. Scegli un altro wallet.',
}
