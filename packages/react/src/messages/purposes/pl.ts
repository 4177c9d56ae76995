import type { PurposeTexts } from './en.ts'

/** Polish. */
export const pl: PurposeTexts = {
  signIn: 'Zaloguj się portfelem',
  signInFailed: 'Nie udało się zalogować',
  signedIn: 'Zalogowano',
  signedInDetail: 'Zalogowano adresem {account}.',

  unlink: 'Usuń powiązanie portfela',
  unlinkFailed: 'Nie usunięto powiązania portfela',
  unlinked: 'Usunięto powiązanie portfela',
  unlinkedDetail: 'Adres {account} nie jest już powiązany z Twoim kontem.',

  release: 'Odzyskaj swój portfel',
  releaseFailed: 'Nie odzyskano portfela',
  released: 'Odzyskano portfel',
  releasedDetail: 'Żadne inne konto na tej stronie nie jest już z nim powiązane.',

  cannotSign: 'Ten portfel nie może podpisać wiadomości tym kontem. Użyj innego konta lub innego portfela.',
  notDeployed: 'Ten inteligentny portfel nie działa jeszcze w tej sieci, więc nie można tu sprawdzić jego podpisu.',
  signaturePending:
    'Portfel nie skończył jeszcze podpisywać. Może brakuje podpisów innych osób. Sprawdź ponownie, gdy podpiszą.',
  othersMaySign: 'Jeśli inni muszą podpisać razem z Tobą, poproś ich teraz. Ta strona czeka do {time}.',
  retryOnNetwork: 'Spróbuj ponownie w sieci {network}',
  retryOtherWallet: 'Spróbuj ponownie z innym portfelem',
  checkAgain: 'Sprawdź ponownie',

  walletNotLinked: 'Tym portfelem nie można zalogować się na żadne konto. Zaloguj się w inny sposób i powiąż go.',
  accountDiffers: 'Portfel udostępnił inne konto. Wybierz w nim powiązane konto i spróbuj ponownie.',
  stepUp: 'Najpierw zaloguj się ponownie na tej stronie. Potem powiąż portfel.',
  lastFactor: 'To ostatni sposób logowania. Najpierw dodaj inny.',
  notFound: 'Ten portfel nie jest już powiązany.',
}
