import type { HandoffTexts } from './en.ts'

export const pl: HandoffTexts = {
  scan: 'Zeskanuj aparatem telefonu',
  qrLabel: 'Kod QR dla aparatu Twojego telefonu',
  next: 'Otworzy się tam strona tej witryny. Wybierz portfel, podpisz i wpisz tutaj jej sześć cyfr.',
  stepOpen: 'W telefonie otworzy się strona tej witryny.',
  stepSign: 'Wybierz tam swój portfel i podpisz.',
  stepDigits: 'Wpisz tutaj sześć cyfr, które się pojawią.',
  onPhone: 'Kontynuuj w telefonie',
  onPhoneDetail: 'Wybierz tam swój portfel i podpisz. Nie zamykaj tego okna.',
  noWallet: 'Przeglądarka telefonu nie ma portfela',
  noWalletDetail:
    'Naciśnij tam „Otwórz w portfelu na tym telefonie” albo skopiuj link do przeglądarki swojego portfela.',
  newCode: 'Pokaż nowy kod',
  timeLeft: 'Pozostało {time}',
  digits: 'Sześć cyfr z telefonu',
  digitsDetail: '{name}: podpisano. Wpisz cyfry, które pokazuje telefon, i tylko wtedy, gdy trzymasz go w ręku.',
  digitsShort: 'Wpisz wszystkie sześć cyfr.',
  digitsWrong: 'To nie są właściwe cyfry. Pozostałe próby: {count}',
  declined: 'Odrzucono w telefonie. Nic nie zostało powiązane.',
  elsewhere: 'Kod otwarto w drugim miejscu, więc jest nieważny. Jeśli to nie Ty, ktoś mógł widzieć Twój ekran.',
  timeOver: 'Czas minął, zanim portfel został powiązany.',
  digitsSpent: 'Cyfry były trzy razy błędne. Nic nie zostało powiązane.',
  codeOver: 'Ten kod jest już nieważny.',
  undo: 'Cofnij',
  undone: 'Portfel nie jest już powiązany.',
}
