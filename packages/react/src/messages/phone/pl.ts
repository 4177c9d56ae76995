import type { PhoneTexts } from './en.ts'

export const pl: PhoneTexts = {
  openIn: 'Otwórz w {name}',
  openInDetail: 'Ta strona otworzy się w przeglądarce {name}. Połącz tam swój portfel.',
  pasteDetail: 'Możesz też skopiować link i otworzyć go w przeglądarce {name}.',
  leaveApp: 'Otwórz tę stronę w swojej przeglądarce',
  leaveAppDetail:
    '{app} nie może stąd otwierać innych aplikacji. Skopiuj link i otwórz go w swojej przeglądarce, na przykład Safari lub Chrome.',
}
