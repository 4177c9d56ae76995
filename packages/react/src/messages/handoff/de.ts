import type { HandoffTexts } from './en.ts'

export const de: HandoffTexts = {
  scan: 'Mit der Kamera Ihres Smartphones scannen',
  qrLabel: 'QR-Code für die Kamera Ihres Smartphones',
  next: 'Dort öffnet sich eine Seite dieser Website. Wallet wählen, signieren, und die sechs Ziffern der Seite hier eingeben.',
  stepOpen: 'Auf Ihrem Smartphone öffnet sich eine Seite dieser Website.',
  stepSign: 'Wählen Sie dort Ihre Wallet und signieren Sie.',
  stepDigits: 'Geben Sie hier die sechs Ziffern ein, die sie anzeigt.',
  onPhone: 'Auf dem Smartphone fortfahren',
  onPhoneDetail: 'Wählen Sie dort Ihre Wallet und signieren Sie. Lassen Sie dieses Fenster offen.',
  noWallet: 'Der Browser Ihres Telefons hat keine Wallet',
  noWalletDetail:
    'Tippen Sie dort auf „In einer Wallet dieses Telefons öffnen“, oder kopieren Sie den Link in den Browser Ihrer Wallet.',
  newCode: 'Neuen Code anzeigen',
  timeLeft: 'Noch {time}',
  digits: 'Sechs Ziffern von Ihrem Smartphone',
  digitsDetail:
    '{name} hat signiert. Geben Sie die Ziffern ein, die Ihr Smartphone anzeigt, und nur, wenn Sie es selbst in der Hand halten.',
  digitsShort: 'Geben Sie alle sechs Ziffern ein.',
  digitsWrong: 'Das sind nicht die richtigen Ziffern. Verbleibende Versuche: {count}',
  declined: 'Auf dem Smartphone wurde abgelehnt. Nichts wurde verknüpft.',
  elsewhere:
    'Der Code wurde an einer zweiten Stelle geöffnet und ist deshalb ungültig. Wenn Sie das nicht waren, hat vielleicht jemand Ihren Bildschirm gesehen.',
  timeOver: 'Die Zeit ist abgelaufen, bevor die Wallet verknüpft war.',
  digitsSpent: 'Die Ziffern waren dreimal falsch. Nichts wurde verknüpft.',
  codeOver: 'Dieser Code ist nicht mehr gültig.',
  undo: 'Rückgängig machen',
  undone: 'Die Wallet ist nicht mehr verknüpft.',
}
