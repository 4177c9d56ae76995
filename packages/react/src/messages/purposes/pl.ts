import type { PurposeTexts } from './en.ts'

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

  chooseNetwork: 'Wybierz sieć',
  chooseNetworkDetail: '{name} ma konta w kilku sieciach. Wybierz tę, której chcesz tu użyć.',
  linkOther: 'Powiąż też swoje konto {network} z {name}',

  walletNotLinked: 'Tym portfelem nie można zalogować się na żadne konto. Zaloguj się w inny sposób i powiąż go.',
  accountDiffers: 'Portfel udostępnił inne konto. Wybierz w nim powiązane konto i spróbuj ponownie.',
  stepUp: 'Najpierw zaloguj się ponownie na tej stronie. Potem powiąż portfel.',
  lastFactor: 'To ostatni sposób logowania. Najpierw dodaj inny.',
  notFound: 'Ten portfel nie jest już powiązany.',

  walletUnreadable: 'Portfel dał odpowiedź, której nie można tu odczytać. Zaktualizuj portfel albo wybierz inny.',
  networkMissing:
    'Portfel nie udostępnił konta w żadnej z sieci tej strony. Wybierz w portfelu taką sieć i spróbuj ponownie.',
  methodMissing:
    'Portfel nie pozwolił na to, o co ta strona musi go poprosić. Połącz go ponownie i zezwól na to albo wybierz inny portfel.',
  accountUnsupported: 'Kont tego rodzaju nie można tu połączyć. Wybierz w portfelu inne konto lub inną sieć.',
  signatureWrong: 'Podpis nie pochodzi z udostępnionego konta. Wybierz to konto w portfelu i podpisz ponownie.',
  signatureUnsupported: 'Ten portfel podpisuje w sposób, który nie jest tu przyjmowany. Wybierz inny portfel.',
  messageOver: 'Wiadomość do podpisania nie jest już ważna. Spróbuj ponownie i podpisz ją w ciągu kilku minut.',
  tooManyWallets: 'Z Twoim kontem nie można połączyć więcej portfeli. Najpierw odłącz jeden.',
  serverFailed: 'Serwer tej strony nie odpowiedział tak, jak powinien. Spróbuj ponownie za kilka minut.',
  originRefused:
    'Pod tym adresem strony nie można łączyć portfeli. Otwórz stronę pod jej zwykłym adresem albo powiadom jej operatora.',
  storageRefused:
    'Ta przeglądarka nie pozwala stronie niczego zapisać. Zezwól na to w ustawieniach albo opuść okno prywatne.',
  extensionFailed: '{name} zgłasza błąd. Otwórz portfel, odblokuj go i spróbuj ponownie.',
  relayRefused: 'Przekaźnik nie przyjmuje tej strony. Spróbuj później albo powiadom operatora strony.',
  relayBusy: 'Przekaźnik jest teraz przeciążony. Odczekaj chwilę i spróbuj ponownie.',
  pageStopped: 'Strona zakończyła połączenie. Odśwież ją i spróbuj ponownie.',
  platformLacking:
    'Ta przeglądarka nie może utworzyć bezpiecznego połączenia na tej stronie. Otwórz witrynę przez https lub użyj aktualnej przeglądarki.',
}
